import { Buffer } from 'node:buffer';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { oneEngine } from '../../test/each-engine.ts';
import { refusedFields } from '../../test/refused-fields.ts';
import type { TestServer } from '../../test/test-server.ts';

const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };

async function post(
  { baseUrl, credentials }: TestServer,
  path: string,
  body: RequestInit['body'],
  headers: Record<string, string>,
): Promise<unknown> {
  const { tokenId, tokenSecret } = credentials;
  const authorization = `Basic ${btoa(`${tokenId}:${tokenSecret}`)}`;
  const init = { method: 'POST', headers: { authorization, ...headers }, body: body ?? null };
  const answer = await fetch(`${baseUrl}${path}`, init);
  return { status: answer.status, ...((await answer.json()) as object) };
}

const json = 'application/json';

oneEngine('a body', (start) => {
  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['GZIP', gzipSync],
  ] as const)('encoded with %s is refused with 415 for its Content-Encoding', async (encoding, encode) => {
    const server = await start();
    const headers = { 'content-type': json, 'content-encoding': encoding };
    const refused = { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', reason: expect.stringMatching(/Content-Encoding/) };
    const bytes = Uint8Array.from(encode(Buffer.from(JSON.stringify(person))));
    expect(await post(server, '/customers', bytes, headers)).toMatchObject(refused);
    const form = new FormData();
    form.set('file', new Blob(['a']), 'a.csv');
    expect(await post(server, '/customers/bulk/csv', form, { 'content-encoding': encoding })).toMatchObject(refused);
  });

  it('is accepted with Content-Encoding identity', async () => {
    const headers = { 'content-type': json, 'content-encoding': 'Identity' };
    expect(await post(await start(), '/customers', JSON.stringify(person), headers)).toMatchObject({ status: 201 });
  });

  it('is refused for more than 10,000 fields and array elements, before the process parses and checks them', async () => {
    const server = await start();
    const send = (body: string): Promise<unknown> => post(server, '/customers', body, { 'content-type': json });
    const fields = (count: number): string =>
      JSON.stringify({
        ...person,
        ...Object.fromEntries(Array.from({ length: count - 2 }, (_, n) => [`field${n}`, n])),
      });
    expect(await send(fields(10_000))).toMatchObject({ status: 201 });
    const reason = 'The body has more than 10000 fields and array elements. Send less.';
    const refused = { status: 400, code: 'INVALID_REQUEST_FORMAT', reason };
    expect(await send(fields(10_001))).toMatchObject(refused);
    expect(await send(JSON.stringify({ ...person, list: Array.from({ length: 20_000 }, () => 1) }))).toMatchObject(
      refused,
    );
    // What looks like values is text here.
    const text = `\\",[{`.repeat(10_001);
    expect(await send(JSON.stringify({ ...person, text }))).toMatchObject({ status: 201 });
  });

  it.each([
    ['__proto__', '{"__proto__":{"a":1}}'],
    ['__proto__', '{"a":[{"\\u005f_proto__":1}]}'],
    ['constructor.prototype', '{"a":{"constructor":{"prototype":{}}}}'],
  ])('with the key %s is refused for that key', async (key, body) => {
    const answer = await post(await start(), '/customers', body, { 'content-type': json });
    const reason = `The key ${key} is not accepted anywhere. Leave it out.`;
    expect(answer).toMatchObject({ status: 400, code: 'INVALID_REQUEST_FORMAT', reason });
  });

  it.each([
    ['{"a":', ': it ends too early'],
    ['{"__proto__":1', ": expected ',' or '}' after property value, in line 1, column 15"],
    ['{\n  "a": 1,\n}', ': expected double-quoted property name, in line 3, column 1'],
    ['{"a":\n1}}', ': it goes on after its end, in line 2, column 3'],
    ['{"a":True}', ': T is where a value, a name or a bracket must be'],
    ['{"secret":\u00e4}', ''],
  ])('that is not JSON, such as %j, is refused with the reason', async (body, mistake) => {
    const reason = `The body is not valid JSON${mistake}.`;
    expect(await post(await start(), '/customers', body, { 'content-type': json })).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST_FORMAT',
      reason,
    });
  });
});

oneEngine('a number in a query', (start) => {
  it.each(['0x10', '1e1', '%2010', '10%20', '+10', '1.0', '', '0b11', 'ten'])(
    'is refused when written as "%s"',
    async (text) => {
      const answer = await (await start()).request('GET', `/customers?limit=${text}`);
      expect([answer.status, ...refusedFields(answer)]).toEqual([400, 'limit']);
    },
  );

  it('is a whole number in decimal digits, within its limits', async () => {
    const server = await start();
    expect((await server.request('GET', '/customers?limit=10')).status).toBe(200);
    for (const text of ['-1', '0', '101', '9'.repeat(400)])
      expect(refusedFields(await server.request('GET', `/customers?limit=${text}`))).toEqual(['limit']);
    expect(refusedFields(await server.request('GET', '/customers?limit=0x10&customerType=X'))).toEqual([
      'limit',
      'customerType',
    ]);
  });
});

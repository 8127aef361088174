import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { basicAuthorization } from '../../test/caller.ts';
import { fileOf } from '../../test/documents.ts';
import { oneEngine } from '../../test/each-engine.ts';
import { exchange, readAnswer } from '../../test/raw-socket.ts';
import { refusedFields } from '../../test/refused-fields.ts';
import { authorizationsOf, changedTexts, type ServedRequest, servedRequests } from '../../test/served-requests.ts';
import { type Answer, basePath, type TestServer } from '../../test/test-server.ts';

/** Text that one of the two databases would refuse or change. */
const unstorable = { 'U+0000': 'a\0b', 'half a surrogate pair': 'a\ud800b' } as const;
const kinds = Object.entries(unstorable);

const inPlace = (place: string): ServedRequest[] =>
  servedRequests.filter(({ parameters }) => parameters.some((parameter) => parameter.in === place));

/** Percent-encoded as it would arrive. Half a surrogate pair has no UTF-8, so its bytes are not UTF-8 either. */
const encoded = (text: string): string => text.replaceAll('\0', '%00').replaceAll('\ud800', '%ED%A0%80');

async function expectRefused(answer: Answer, { id, codes }: ServedRequest, what: string): Promise<void> {
  expect([id, what, answer.status]).toEqual([id, what, 400]);
  // Undecodable requests are refused before their operation is known.
  expect([id, what, ...codes, 'INVALID_REQUEST_FORMAT']).toContain(answer.body.code);
}

type Send = (request: ServedRequest, path: string, body?: unknown) => Promise<Answer>;

async function senderOf(server: TestServer): Promise<Send> {
  const authorizationOf = await authorizationsOf(server);
  return (request, path, body) => {
    const content = request.mediaType === 'multipart/form-data' ? new FormData() : body;
    return server.request(request.method, path, content, authorizationOf(request));
  };
}

oneEngine('text that cannot be stored', (start) => {
  describe.each(kinds)('%s', (_name, text) => {
    it('is refused in every parameter of every path', async () => {
      const send = await senderOf(await start());
      expect(inPlace('path').length).toBeGreaterThan(40);
      for (const request of inPlace('path')) {
        for (const { name } of request.parameters.filter((parameter) => parameter.in === 'path')) {
          const path = request.template.replace(`{${name}}`, encoded(text)).replaceAll(/\{\w+\}/g, 'x');
          await expectRefused(await send(request, path), request, name);
        }
      }
    });

    it('is refused in every parameter of every query', async () => {
      const send = await senderOf(await start());
      expect(inPlace('query').length).toBeGreaterThan(10);
      for (const request of inPlace('query')) {
        for (const { name } of request.parameters.filter((parameter) => parameter.in === 'query')) {
          const path = `${request.path}${request.path.includes('?') ? '&' : '?'}${name}=${encoded(text)}`;
          const answer = await send(request, path);
          await expectRefused(answer, request, name);
          if (answer.body.code === 'INVALID_INPUT') expect(refusedFields(answer)).toContain(name);
        }
      }
    });

    it('is refused in every cursor', async () => {
      const send = await senderOf(await start());
      const lists = servedRequests.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'));
      expect(lists.length).toBeGreaterThan(8);
      for (const request of lists) {
        for (const position of [
          ['2025-01-01T00:00:00.000Z', text],
          [`2025-01-01T00:00:00.000Z${text}`, 'x'],
        ]) {
          const cursor = Buffer.from(JSON.stringify(position)).toString('base64url');
          const path = `${request.path}${request.path.includes('?') ? '&' : '?'}cursor=${cursor}`;
          const answer = await send(request, path);
          await expectRefused(answer, request, 'cursor');
          expect([request.id, ...refusedFields(answer)]).toEqual([request.id, 'cursor']);
        }
      }
    });

    it('is refused in every text of every example body, and in a field name', async () => {
      const send = await senderOf(await start());
      let tried = 0;
      for (const request of servedRequests.filter(({ mediaType }) => mediaType === 'application/json')) {
        const bodies = request.bodies.flatMap((body) => [...changedTexts(body, (old) => `${old}${text}`)]);
        for (const body of [...bodies, { [text]: 1 }, { metadata: { [text]: 'x' } }]) {
          await expectRefused(await send(request, request.path, body), request, JSON.stringify(body));
          tried += 1;
        }
      }
      expect(tried).toBeGreaterThan(300);
    });
  });

  it('is refused in every header that an operation reads', async () => {
    const server = await start();
    const authorizationOf = await authorizationsOf(server);
    expect(inPlace('header').length).toBeGreaterThan(3);
    for (const request of inPlace('header')) {
      for (const { name } of request.parameters.filter((parameter) => parameter.in === 'header')) {
        const head = [
          `${request.method} ${basePath}${request.path} HTTP/1.1`,
          'Host: a',
          `Authorization: ${authorizationOf(request).authorization}`,
          `${name}: ${unstorable['U+0000']}`,
        ];
        const received = await exchange(server, `${head.join('\r\n')}\r\n\r\n`);
        expect(readAnswer(received)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST_FORMAT' } });
      }
    }
  });

  it('is refused in the parts of a form, their names, and the name of the file', async () => {
    const server = await start();
    const boundary = 'b';
    const part = (head: string, value: string | Uint8Array): Uint8Array[] => [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; `),
      Buffer.from(`${head}\r\n\r\n`, 'latin1'),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ];
    const { tokenId, tokenSecret } = server.credentials;
    const authorization = basicAuthorization(tokenId, tokenSecret);
    const upload = async (head: string, value: string | Uint8Array): Promise<unknown> => {
      const answer = await fetch(`${server.baseUrl}/documents`, {
        method: 'POST',
        headers: { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: Buffer.concat([...part(head, value), Buffer.from(`--${boundary}--\r\n`)]),
      });
      return answer.json();
    };
    const unreadable = { status: 400, code: 'INVALID_REQUEST_FORMAT' };
    expect(await upload('name="documentNumber"', 'a\0b')).toMatchObject(unreadable);
    expect(await upload('name="documentNumber"', Uint8Array.of(0x61, 0xff))).toMatchObject(unreadable);
    expect(await upload('name="documentNumber"', 'a\ufffd')).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await upload('name="a\xff"', 'x')).toMatchObject(unreadable);
    expect(await upload('name="a\0"', 'x')).toMatchObject(unreadable);
    for (const name of ['="a\0.pdf"', "*=utf-8''a%00.pdf", '="a\xff.pdf"']) {
      expect(await upload(`name="file"; filename${name}`, fileOf('pdf'))).toMatchObject({
        status: 400,
        details: { errors: [{ field: 'file', message: 'Name the file in UTF-8 without the character U+0000.' }] },
      });
    }
  });
});

oneEngine('JSON that is not UTF-8', (start) => {
  it('is refused by every operation instead of being changed', async () => {
    const server = await start();
    const authorizationOf = await authorizationsOf(server);
    const body = Buffer.from('{"fullName":"Ren\xe9"}', 'latin1');
    for (const asked of servedRequests.filter(({ mediaType }) => mediaType === 'application/json')) {
      const headers = { ...authorizationOf(asked), 'content-type': 'application/json' };
      const answer = await server.request(asked.method, asked.path, body, headers);
      expect([asked.id, answer.status, answer.body.code]).toEqual([asked.id, 400, 'INVALID_REQUEST_FORMAT']);
    }
  });
});

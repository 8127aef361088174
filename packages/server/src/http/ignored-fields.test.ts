import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '@payments-platform/types/spec';
import { describe, expect, it } from 'vitest';
import { newCustomerId } from '../../test/customers.ts';
import { upload } from '../../test/documents.ts';
import { oneEngine } from '../../test/each-engine.ts';
import { makeUsdAccount } from '../../test/parties.ts';
import { refusedFields } from '../../test/refused-fields.ts';
import { authorizationsOf, servedRequests } from '../../test/served-requests.ts';
import { type Ready, runServer } from '../../test/server-process.ts';
import { ignoredFields, lineOf } from './ignored-fields.ts';

const nothing = { path: {}, query: {} };

/** Copies of the value with one name misspelt each, and its place. */
function* misspelt(value: Json, path: readonly string[] = []): Generator<{ changed: Json; path: readonly string[] }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const here = [...path, name];
    const isList = Array.isArray(value);
    if (!isList) {
      const { [name]: moved = null, ...others } = value as Readonly<Record<string, Json>>;
      yield { changed: { ...others, [`${name}x`]: moved }, path: here };
    }
    for (const { changed, path: where } of misspelt(member, here)) {
      yield { changed: isList ? value.with(Number(name), changed) : { ...value, [name]: changed }, path: where };
    }
  }
}

describe('the detection of unknown fields', () => {
  it('accepts every field of every example request in the specification', () => {
    for (const { id, bodies } of servedRequests) {
      for (const body of bodies) expect([id, ...ignoredFields(id, { ...nothing, body })]).toEqual([id]);
    }
  });

  it('accepts a currency with every member that a response shows, for the authorization of a card', () => {
    const currency = { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 };
    const body = { amount: 1250, currency, merchant: { descriptor: 'BOOKSHOP' } };
    expect(ignoredFields('sandboxSimulateCardAuthorization', { ...nothing, body })).toEqual([]);
  });

  it('finds every misspelt field, at every depth and through unions, and suggests the right name', () => {
    let tried = 0;
    const silent = new Set<string>();
    for (const { id, bodies } of servedRequests) {
      for (const { changed, path } of bodies.flatMap((body) => [...misspelt(body)])) {
        const name = path.join('.');
        const found = ignoredFields(id, { ...nothing, body: changed });
        if (found.length === 0) silent.add(`${id} ${path.slice(0, -1).join('.')}`);
        else expect([id, ...found]).toContainEqual({ name: `${name}x`, nearest: name });
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(450);
    // Where the interface accepts unknown names: a browser's data about a passkey, and data that a payee requires.
    const foreign = /\b(passkeyAssertion|credential|receiverCustomerInfo)(\.response)?$/;
    expect([...silent].filter((place) => !foreign.test(place))).toEqual([]);
  });

  it('accepts every query filter and finds a misspelt one', () => {
    for (const { id, parameters } of servedRequests) {
      const filters = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      const query = Object.fromEntries(filters.map((name) => [name, 'x']));
      expect([id, ...ignoredFields(id, { path: {}, query, body: undefined })]).toEqual([id]);
      for (const name of filters) {
        // Both `type` and `types` are known.
        if (filters.includes(`${name}s`)) continue;
        const found = ignoredFields(id, { path: {}, query: { [`${name}s`]: 'x' }, body: undefined });
        expect([id, ...found]).toEqual([id, { name: `${name}s`, nearest: name }]);
      }
    }
  });

  it('reports unknown fields in a line under 200 characters that repeats only safe names', () => {
    const names = ['a\nb', 'a\u001b[31m', 'é', 'x'.repeat(65), '"quoted"', '<b>', 'a, b'];
    const line = (body: unknown): string => lineOf(ignoredFields('createToken', { ...nothing, body }));
    for (const name of names) expect(line({ [name]: 1 })).toBe('a name that cannot be shown');
    const many = line(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, 1])));
    expect(many).toMatch(/^field0, .* and others$/);
    expect(many.length).toBeLessThan(200);
  });
});

oneEngine('a misspelt field', (start) => {
  const body = { name: 'x', permissions: ['VIEW'], permisions: ['TRANSACT'] };

  it('is reported in the Ignored-Fields header of successes and refusals', async () => {
    const server = await start();
    const made = await server.request('POST', '/tokens', body);
    expect([made.status, made.headers['ignored-fields']]).toEqual([201, 'permisions (did you mean permissions?)']);
    const refused = await server.request('POST', '/tokens', { nam: 'x', permissions: ['VIEW'] });
    expect([refused.status, refused.headers['ignored-fields']]).toEqual([400, 'nam (did you mean name?)']);
    const listed = await server.request('GET', '/transactions?customer_id=x&limit=1');
    expect([listed.status, listed.headers['ignored-fields']]).toEqual([200, 'customer_id (did you mean customerId?)']);
    const asList = await server.request('GET', '/exchange-rates?destinationCurrency[]=MXN');
    const meant = 'destinationCurrency[] (did you mean destinationCurrency?)';
    expect([asList.status, asList.headers['ignored-fields']]).toEqual([200, meant]);
    const plain = await server.request('GET', '/transactions?limit=1');
    expect(plain.headers['ignored-fields']).toBeUndefined();
  });

  it('is refused in strict mode by its name, with the suggested name', async () => {
    const server = await start({ settings: { unknownFields: 'REFUSE' } });
    const answer = await server.request('POST', '/tokens', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(answer.body.details.errors).toEqual([{ field: 'permisions', message: 'Did you mean permissions?' }]);
    const filter = await server.request('GET', '/transactions?stauts=FAILED');
    expect([filter.status, ...refusedFields(filter)]).toEqual([400, 'stauts']);
    const asList = await server.request('GET', '/exchange-rates?destinationCurrency[]=MXN');
    const message = 'Did you mean destinationCurrency?';
    expect(asList.body.details.errors).toEqual([{ field: 'destinationCurrency[]', message }]);
    // Not a code of an operation without input.
    expect((await server.request('GET', '/config?verbose=1')).status).toBe(200);
  });

  it('is ignored by a list that does not declare it, even if another list does', async () => {
    const server = await start();
    const authorizationOf = await authorizationsOf(server);
    for (let count = 0; count < 2; count += 1) {
      await server.advance(1);
      const customerId = await newCustomerId(server);
      await makeUsdAccount(server, customerId);
      await upload(server, customerId);
      await server.withToken(['VIEW']);
    }
    const ordered: string[] = [];
    for (const request of servedRequests) {
      const { id, path, method, parameters } = request;
      if (method !== 'GET' || !parameters.some(({ name }) => name === 'limit')) continue;
      if (parameters.some(({ name }) => name === 'sortOrder')) continue;
      const read = async (query: string) => {
        const where = `${path}${path.includes('?') ? '&' : '?'}${query}`;
        return server.request('GET', where, undefined, authorizationOf(request));
      };
      const plain = await read('');
      if (plain.body.data?.length > 1) ordered.push(id);
      for (const order of ['up', 'asc']) {
        const { status, body } = await read(`sortOrder=${order}`);
        expect([path, status, body.data]).toEqual([path, plain.status, plain.body.data]);
      }
    }
    const own = ['listCustomerExternalAccounts', 'listCustomers', 'listDocuments', 'listEvents', 'listTokens'];
    expect(ordered).toEqual(expect.arrayContaining(own));
  });

  it('is ignored without a header when unknownFields is IGNORE', async () => {
    const server = await start({ settings: { unknownFields: 'IGNORE' } });
    const made = await server.request('POST', '/tokens', body);
    expect([made.status, made.headers['ignored-fields']]).toEqual([201, undefined]);
  });
});

describe('a server', () => {
  const ask = async ({ baseUrl, tokenId, tokenSecret }: Ready): Promise<Response> =>
    fetch(`${baseUrl.replace('0.0.0.0', '127.0.0.1')}/transactions?stauts=FAILED`, {
      headers: { authorization: `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}` },
    });

  it.each([
    ['on localhost reports a misspelt filter in the header and once on stderr', [], 200, 1],
    ['with --strict-requests refuses a misspelt filter', ['--strict-requests'], 400, 1],
    ['on a public host reports no misspelt filter', ['--host', '0.0.0.0'], 200, 0],
  ])('%s', async (_name, flags, status, told) => {
    const folder = mkdtempSync(join(tmpdir(), 'payments-ignored-'));
    const server = runServer(['--port', '0', '--data', folder, '--json', ...flags]);
    try {
      const ready = await server.ready();
      const answers = [await ask(ready), await ask(ready)];
      const line = 'stauts (did you mean status?)';
      const header = told === 0 ? null : line;
      expect(answers.map((answer) => [answer.status, answer.headers.get('ignored-fields')])).toEqual([
        [status, header],
        [status, header],
      ]);
      await server.stop();
      expect(server.stderr().split(`GET /transactions does not know ${line}`)).toHaveLength(told + 1);
    } finally {
      await server.stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

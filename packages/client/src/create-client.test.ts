import { describe, expect, it } from 'vitest';
import { inOrder, startLoopbackServer } from '../test/loopback-server.ts';
import { ApiError } from './api-error.ts';
import { type ClientOptions, createClient } from './create-client.ts';
import type { PaymentsClient } from './payments-client.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const quoteId = 'Quote:0198c0de-7a15-7c40-8d3e-5f60718293a4';

function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}): PaymentsClient {
  return createClient({
    baseUrl,
    tokenId: 'token',
    tokenSecret: 'secret',
    retry: { sleep: async () => {} },
    ...options,
  });
}

function createQuote(client: PaymentsClient, key?: string) {
  return client.POST('/quotes', {
    body: {
      source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c' },
      destination: { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:0198c0de-7a14-7b3f-9c2d-4e5f60718293' },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
    },
    ...(key === undefined ? {} : { params: { header: { 'Idempotency-Key': key } } }),
  });
}

function executeQuote(client: PaymentsClient) {
  return client.POST('/quotes/{quoteId}/execute', { params: { path: { quoteId } } });
}

describe('a client', () => {
  it('sends its token as Basic credentials in UTF-8', async () => {
    await using server = await startLoopbackServer(() => ({ status: 200, body: {} }));
    await clientOf(server.baseUrl, { tokenId: 'abc', tokenSecret: 'gehört: mir' }).GET('/config');
    const [, encoded = ''] = server.requests[0]?.headers.authorization?.split('Basic ') ?? [];
    expect(Buffer.from(encoded, 'base64').toString()).toBe('abc:gehört: mir');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no base address', { baseUrl: undefined }, 'baseUrl is missing. Give the address of the interface'],
    ['an empty baseUrl', { baseUrl: '' }, 'baseUrl is missing.'],
    [
      'a baseUrl without a scheme',
      { baseUrl: 'localhost:4020/2025-10-13' },
      'has no scheme. Use http://localhost:4020/2025',
    ],
    ['a baseUrl with the scheme ftp', { baseUrl: 'ftp://localhost' }, 'does not begin with http:// or https://'],
    ['no host', { baseUrl: 'http://' }, 'baseUrl "http://" is not a URL. Give the address'],
    [
      'a baseUrl with credentials',
      { baseUrl: 'http://a:b@localhost' },
      'baseUrl contains credentials. Give them as separate settings',
    ],
    ['a query', { baseUrl: 'http://localhost?a=1' }, 'Remove everything from "?"'],
    ['a line break', { baseUrl: 'http://localhost\n' }, 'baseUrl has white space around it.'],
    ['no token', { tokenId: undefined }, 'tokenId is missing. Give the `clientId` of the token'],
    ['an empty secret', { tokenSecret: '' }, 'tokenSecret is missing. Give the `clientSecret` of the token'],
    ['a secret with a line break', { tokenSecret: 'secret\n' }, 'tokenSecret has white space around it.'],
    ['a secret of another type', { tokenSecret: 7 }, 'tokenSecret is not a string.'],
    ['a timeoutMs of NaN', { timeoutMs: Number.NaN }, 'timeoutMs is NaN. Give a number of milliseconds'],
    [
      'an infinite timeoutMs',
      { timeoutMs: Number.POSITIVE_INFINITY },
      'timeoutMs is Infinity. Give a number of milliseconds',
    ],
    ['a timeoutMs of 2 ** 31', { timeoutMs: 2 ** 31 }, 'and up to 2147483647'],
  ])('checks its settings when it is created: %s', (_case, changes, message) => {
    const options = { baseUrl: 'http://127.0.0.1:1', tokenId: 'token', tokenSecret: 'secret', ...changes };
    expect(() => Reflect.apply(createClient, undefined, [options])).toThrow(message);
  });

  it('reports a missing tokenId when there are no options at all', () => {
    for (const options of [[], [undefined], [null], [{}]])
      expect(() => Reflect.apply(createClient, undefined, options)).toThrow(/^tokenId is missing\. Give/);
  });

  it('refuses the id of the token resource as tokenId', () => {
    const tokenId = 'Token:0198c0de-7a12-7a55-9d3e-1c2b3a4d5e6f';
    expect(() => clientOf('http://127.0.0.1:1', { tokenId })).toThrow('tokenId must be the clientId of the token');
  });
});

describe('a response that does not come from the platform', () => {
  it.each([301, 302, 303, 307, 308])('is reported as a redirect with %i and not followed', async (status) => {
    await using server = await startLoopbackServer(({ method }) =>
      method === 'POST'
        ? { status, headers: { Location: '/elsewhere' } }
        : { status: 200, body: { data: [], hasMore: false, nextCursor: null } },
    );
    const { error, response } = await createQuote(clientOf(server.baseUrl));
    expect([response.status, error]).toEqual([
      status,
      expect.objectContaining({
        reason: expect.stringContaining(`redirects to ${new URL('/elsewhere', server.baseUrl).href}`),
      }),
    ]);
    expect(server.requests).toHaveLength(1);
  });

  it('is an ApiError with the Idempotency-Key when it is a 200 that is not JSON', async () => {
    await using server = await startLoopbackServer(() => ({
      status: 200,
      body: '<h1>Sign in</h1>',
      headers: { 'Content-Type': 'text/html' },
    }));
    const failed = await executeQuote(clientOf(server.baseUrl)).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ApiError);
    expect(failed).toMatchObject({
      status: 200,
      code: undefined,
      method: 'POST',
      path: '/quotes/{quoteId}/execute',
      body: '<h1>Sign in</h1>',
      reason: expect.stringContaining('so it is not from the platform'),
      idempotencyKey: server.requests[0]?.headers['idempotency-key'],
    });
    expect(server.requests[0]?.headers['idempotency-key']).toMatch(uuid);
  });
});

describe('requests', () => {
  it('are sent below baseUrl, with or without a slash at its end', async () => {
    await using server = await startLoopbackServer(() => ({ status: 200, body: {} }));
    await clientOf(server.baseUrl).GET('/config');
    await clientOf(`${server.baseUrl}/`).GET('/config');
    expect(server.requests.map(({ url }) => url)).toEqual(['/2025-10-13/config', '/2025-10-13/config']);
  });

  it('are sent with the fetch function of the caller', async () => {
    const seen: string[] = [];
    const client = clientOf('http://nowhere.invalid/2025-10-13', {
      fetch: async (request) => {
        seen.push(`${request.method} ${request.url}`);
        return Response.json({ id: 'PlatformConfig:1' });
      },
    });
    const { data } = await client.GET('/config');
    expect(data).toEqual({ id: 'PlatformConfig:1' });
    expect(seen).toEqual(['GET http://nowhere.invalid/2025-10-13/config']);
  });

  it('are sent once with retry: false', async () => {
    await using server = await startLoopbackServer(() => ({ status: 503, body: {} }));
    expect((await clientOf(server.baseUrl, { retry: false }).GET('/config')).response.status).toBe(503);
    expect(server.requests).toHaveLength(1);
  });

  it('return data, or the error of a refusal', async () => {
    const refusal = { code: 'QUOTE_NOT_FOUND', reason: 'No such quote.', status: 404, message: 'No such quote.' };
    await using server = await startLoopbackServer(
      inOrder({ status: 404, body: refusal }, { status: 200, body: { id: quoteId } }),
    );
    const client = clientOf(server.baseUrl);
    expect(await executeQuote(client)).toMatchObject({ error: refusal });
    expect(await executeQuote(client)).toMatchObject({ data: { id: quoteId } });
  });
});

describe('idempotency keys', () => {
  it('are generated for each call of an operation that takes one', async () => {
    await using server = await startLoopbackServer(() => ({ status: 200, body: {} }));
    const client = clientOf(server.baseUrl);
    await createQuote(client);
    await createQuote(client);
    await executeQuote(client);
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    for (const key of keys) expect(key).toMatch(uuid);
    expect(new Set(keys).size).toBe(3);
  });

  it('stay the same through all attempts of one call', async () => {
    await using server = await startLoopbackServer(inOrder('hang up', { status: 500 }, { status: 201, body: {} }));
    await createQuote(clientOf(server.baseUrl));
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('are sent unchanged when the caller sets one', async () => {
    await using server = await startLoopbackServer(() => ({ status: 201, body: {} }));
    await createQuote(clientOf(server.baseUrl), 'invoice-4711');
    expect(server.requests[0]?.headers['idempotency-key']).toBe('invoice-4711');
  });

  it('are not sent to operations that take none', async () => {
    await using server = await startLoopbackServer(() => ({ status: 200, body: {} }));
    const client = clientOf(server.baseUrl);
    await client.GET('/config');
    await client.PATCH('/config', { body: { webhookEndpoint: 'https://example.com/webhooks' } });
    await client.POST('/sandbox/webhooks/test');
    expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined, undefined]);
  });
});

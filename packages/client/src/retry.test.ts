import { once } from 'node:events';
import { createServer } from 'node:https';
import { describe, expect, it } from 'vitest';
import { type Answer, inOrder, startLoopbackServer } from '../test/loopback-server.ts';
import { selfSigned } from '../test/self-signed.ts';
import { NoAnswerError } from './no-answer-error.ts';
import { defaultRetryPolicy, type RetryPolicy, retrying, type Send } from './retry.ts';

const send: Send = (request) => fetch(request);
const ok: Answer = { status: 200, body: { done: true } };
const unavailable: Answer = { status: 503, body: { code: 'SERVICE_UNAVAILABLE' } };

/** Retries that record their waits instead of waiting. */
function recorded(changes: Partial<RetryPolicy> = {}, over: Send = send): { slept: number[]; retried: Send } {
  const slept: number[] = [];
  const policy: RetryPolicy = {
    ...defaultRetryPolicy,
    delaysMs: [100, 200, 400],
    random: () => 0.5,
    now: () => Date.parse('2025-01-01T00:00:00.000Z'),
    sleep: async (delayMs) => {
      slept.push(delayMs);
    },
    ...changes,
  };
  return { slept, retried: retrying(over, policy, 60_000) };
}

function post(baseUrl: string, headers: Record<string, string> = {}): Request {
  return new Request(`${baseUrl}/quotes`, { method: 'POST', body: '{"amount":1}', headers });
}

describe('the retry policy', () => {
  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])('retries a %s', async (method) => {
    await using server = await startLoopbackServer(inOrder(unavailable, ok));
    const { retried } = recorded();
    expect((await retried(new Request(server.baseUrl, { method }))).status).toBe(200);
    expect(server.requests).toHaveLength(2);
  });

  it.each(['POST', 'PATCH'])('sends a %s without an Idempotency-Key once', async (method) => {
    await using server = await startLoopbackServer(inOrder(unavailable, ok));
    const { slept, retried } = recorded();
    expect((await retried(new Request(server.baseUrl, { method }))).status).toBe(503);
    expect(server.requests).toHaveLength(1);
    expect(slept).toEqual([]);
  });

  it('retries a POST with an Idempotency-Key, with the same key and body', async () => {
    await using server = await startLoopbackServer(inOrder(unavailable, 'hang up', ok));
    const { retried } = recorded();
    const response = await retried(post(server.baseUrl, { 'Idempotency-Key': 'intent-1' }));
    expect(await response.json()).toEqual({ done: true });
    expect(server.requests.map(({ headers, body }) => [headers['idempotency-key'], body])).toEqual(
      Array(3).fill(['intent-1', '{"amount":1}']),
    );
  });

  it.each([408, 429, 500, 502, 503, 504])('retries after a %i', async (status) => {
    await using server = await startLoopbackServer(inOrder({ status, body: 'not an envelope' }, ok));
    const { retried } = recorded();
    expect((await retried(new Request(server.baseUrl))).status).toBe(200);
  });

  it.each([400, 401, 403, 404, 409, 410, 423, 501])('does not retry after a %i', async (status) => {
    await using server = await startLoopbackServer(inOrder({ status, body: {} }, ok));
    const { retried } = recorded();
    expect((await retried(new Request(server.baseUrl))).status).toBe(status);
    expect(server.requests).toHaveLength(1);
  });

  it('does not retry DAILY_VOLUME_LIMIT_EXCEEDED, although it is a 429', async () => {
    const body = { code: 'DAILY_VOLUME_LIMIT_EXCEEDED', reason: 'Come back tomorrow.' };
    await using server = await startLoopbackServer(inOrder({ status: 429, body }, ok));
    const { retried } = recorded();
    const response = await retried(post(server.baseUrl, { 'Idempotency-Key': 'intent-1' }));
    expect(await response.json()).toEqual(body);
    expect(server.requests).toHaveLength(1);
  });

  it('retries after a response that breaks off', async () => {
    await using server = await startLoopbackServer(inOrder('break off half-way', ok));
    const { retried } = recorded();
    expect(await (await retried(new Request(server.baseUrl))).json()).toEqual({ done: true });
  });
});

describe('the wait before a retry', () => {
  it('is a random part of each delay, and the last 503 is returned after the last', async () => {
    await using server = await startLoopbackServer(() => unavailable);
    const { slept, retried } = recorded();
    expect((await retried(new Request(server.baseUrl))).status).toBe(503);
    expect(slept).toEqual([50, 100, 200]);
    expect(server.requests).toHaveLength(4);
  });

  it.each([
    ['7', 7000],
    ['0', 0],
    ['86400', 30_000],
    ['Wed, 01 Jan 2025 00:00:05 GMT', 5000],
    ['Tue, 31 Dec 2024 00:00:00 GMT', 0],
    ['soon', 50],
  ])('follows Retry-After: %s as %i ms', async (value, expectedMs) => {
    await using server = await startLoopbackServer(inOrder({ status: 429, headers: { 'Retry-After': value } }, ok));
    const { slept, retried } = recorded();
    await retried(new Request(server.baseUrl));
    expect(slept).toEqual([expectedMs]);
  });

  it('waits the delay with the default sleep', async () => {
    await using server = await startLoopbackServer(inOrder(unavailable, unavailable, ok));
    const pauses: number[] = [];
    let answeredAt = Number.NaN;
    const timed: Send = async (request) => {
      pauses.push(performance.now() - answeredAt);
      const response = await send(request);
      answeredAt = performance.now();
      return response;
    };
    const retried = retrying(timed, { ...defaultRetryPolicy, delaysMs: [20, 40], random: () => 1 }, 60_000);
    expect((await retried(new Request(server.baseUrl))).status).toBe(200);
    // A timer may fire up to a millisecond early.
    expect(pauses[1]).toBeGreaterThan(18);
    expect(pauses[2]).toBeGreaterThan(38);
  });
});

describe('a request without a response', () => {
  it('rejects with method, URL, number of attempts, cause and Idempotency-Key', async () => {
    await using server = await startLoopbackServer(() => 'hang up');
    const { retried } = recorded();
    const error: unknown = await retried(post(server.baseUrl, { 'Idempotency-Key': 'intent-1' })).catch(
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error).toMatchObject({
      message: expect.stringMatching(
        /^\[POST\] http:\/\/127\S+\/quotes: no answer after 4 attempts: (?!fetch failed)\w/,
      ),
      method: 'POST',
      url: `${server.baseUrl}/quotes`,
      attempts: 4,
      idempotencyKey: 'intent-1',
      cause: expect.any(TypeError),
    });
  });

  it('reports a refused connection', async () => {
    const server = await startLoopbackServer(() => ok);
    await server[Symbol.asyncDispose]();
    const { retried } = recorded({ delaysMs: [] });
    await expect(retried(new Request(server.baseUrl))).rejects.toThrow(
      /no answer after 1 attempt: connect ECONNREFUSED 127/,
    );
  });

  it('has a time limit for each attempt', async () => {
    await using server = await startLoopbackServer(() => 'stay silent');
    const retried = retrying(send, { ...defaultRetryPolicy, delaysMs: [0] }, 40);
    await expect(retried(new Request(server.baseUrl))).rejects.toThrow(
      /no answer after 2 attempts: The response took longer than 40 ms\./,
    );
  });

  it('is not retried after a fault of TLS, port or URL scheme', async () => {
    await using plain = await startLoopbackServer(() => ok);
    const secure = createServer(selfSigned).listen(0, '127.0.0.1');
    await once(secure, 'listening');
    const address = secure.address();
    const port = typeof address === 'object' ? address?.port : address;
    const refusals = [
      [
        `https://127.0.0.1:${port}`,
        'The certificate of the server is not trusted. Check the host in baseUrl; for your own certificate authority',
      ],
      [plain.baseUrl.replace('http:', 'https:'), 'The server does not speak TLS on this port. Check scheme and port'],
      ['http://127.0.0.1:6000', 'bad port. fetch refuses this address. Check scheme and port of baseUrl.'],
      ['ftp://127.0.0.1', 'unknown scheme. fetch refuses this address.'],
    ] as const;
    for (const [url, fault] of refusals) {
      const { slept, retried } = recorded();
      await expect(retried(new Request(url))).rejects.toThrow(`no answer after 1 attempt: `);
      await expect(retried(new Request(url))).rejects.toThrow(fault);
      expect(slept).toEqual([]);
    }
    secure.close();
  });

  it.each([
    [
      'a certificate that Deno refuses',
      'client error (Connect): invalid peer certificate: UnknownIssuer',
      'not trusted',
    ],
    [
      'a plain port, by Deno',
      'client error (Connect): received corrupt message of type InvalidContentType',
      'speak TLS',
    ],
    ['a plain port, by Bun', 'EPROTO: The TLS handshake failed. Does the server speak TLS on this port?', 'speak TLS'],
    ['a port that Deno blocks', 'Fetch failed: Requests to port 6000 are blocked', 'refuses this address'],
  ])('is not retried after %s', async (_case, message, fault) => {
    const { slept, retried } = recorded({}, () =>
      Promise.reject(new TypeError('fetch failed', { cause: new Error(message) })),
    );
    await expect(retried(new Request('http://127.0.0.1:1'))).rejects.toThrow(fault);
    expect(slept).toEqual([]);
  });

  it('is not sent again once the caller aborts during the wait', async () => {
    await using server = await startLoopbackServer(() => unavailable);
    const caller = new AbortController();
    const retried = retrying(
      async (request) => {
        const response = await send(request);
        setTimeout(() => caller.abort(new Error('The user left.')), 5);
        return response;
      },
      { ...defaultRetryPolicy, delaysMs: [3_600_000], random: () => 1 },
      60_000,
    );
    await expect(retried(new Request(server.baseUrl, { signal: caller.signal }))).rejects.toThrow('The user left.');
    expect(server.requests).toHaveLength(1);
  });

  it('is not retried when the caller aborts the attempt', async () => {
    const caller = new AbortController();
    const reason = new Error('The user left.');
    await using server = await startLoopbackServer(() => {
      caller.abort(reason);
      return 'stay silent';
    });
    const { slept, retried } = recorded();
    await expect(retried(new Request(server.baseUrl, { signal: caller.signal }))).rejects.toBe(reason);
    expect(slept).toEqual([]);
  });

  it('reports the first of several addresses that all failed', async () => {
    const refused = [new Error('connect ECONNREFUSED ::1:4020'), new Error('connect ECONNREFUSED 127.0.0.1:4020')];
    const failure = new TypeError('fetch failed', { cause: new AggregateError(refused) });
    const retried = retrying(() => Promise.reject(failure), { ...defaultRetryPolicy, delaysMs: [] }, 60_000);
    await expect(retried(new Request('http://localhost:4020/config'))).rejects.toThrow(
      '[GET] http://localhost:4020/config: no answer after 1 attempt: connect ECONNREFUSED ::1:4020',
    );
  });
});

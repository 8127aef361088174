import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { oneEngine, type Start } from '../../test/each-engine.ts';
import { makeSender, quoteBody } from '../../test/parties.ts';
import { exchange } from '../../test/raw-socket.ts';
import { basePath, type TestServer } from '../../test/test-server.ts';
import { DatabaseUnavailable } from '../ground/database/database.ts';
import type { FinishedRequest } from '../operation/finished-request.ts';

const requestId = /^ApiRequest:[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

async function observed(
  start: Start,
  options: Parameters<Start>[0] = {},
  before: () => void = () => undefined,
): Promise<{ server: TestServer; finished: FinishedRequest[]; last: () => Promise<FinishedRequest> }> {
  const finished: FinishedRequest[] = [];
  const server = await start({ ...options, requestListeners: [before, (request) => finished.push(request)] });
  const last = async (): Promise<FinishedRequest> => {
    for (;;) {
      const found = finished.pop();
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  return { server, finished, last };
}

/** Every kind of answer: the request, and the code of the refusal if there is one. */
const answers: readonly (readonly [string, string, string | undefined])[] = [
  ['a success', `GET ${basePath}/config HTTP/1.1`, undefined],
  ['a refusal', `GET ${basePath}/quotes/x HTTP/1.1`, 'INVALID_INPUT'],
  ['a path that nothing serves', `GET ${basePath}/nothing HTTP/1.1`, 'NOT_FOUND'],
  ['an unsupported method', `PURGE ${basePath}/quotes HTTP/1.1`, 'METHOD_NOT_ALLOWED'],
  ['a path that cannot be decoded', `GET ${basePath}/quotes/%zz HTTP/1.1`, 'INVALID_REQUEST_FORMAT'],
  ['text that is not HTTP', 'x', 'INVALID_REQUEST_FORMAT'],
  ['an unknown expectation', `GET ${basePath}/config HTTP/1.1\r\nExpect: x`, 'INVALID_REQUEST_FORMAT'],
  ['a CONNECT request (also test/unreadable-texts.ts)', 'CONNECT a:443 HTTP/1.1', 'METHOD_NOT_ALLOWED'],
  ['a hosted page', 'GET /hosted/x HTTP/1.1', undefined],
  ['the health of the server', 'GET /healthz HTTP/1.1', undefined],
  ['the root', 'GET / HTTP/1.1', undefined],
  ['an LNURL request', 'GET /.well-known/lnurlp/x HTTP/1.1', undefined],
];

oneEngine('a request', (start) => {
  it.each(answers)(
    'has the same id in its response header, its refusal and its report: %s',
    async (_what, head, code) => {
      const { server, last } = await observed(start);
      const { tokenId, tokenSecret } = server.credentials;
      const authorization = `Authorization: Basic ${btoa(`${tokenId}:${tokenSecret}`)}`;
      const lines = [head, 'Host: a', 'Connection: close', authorization, '', ''];
      const received = await exchange(server, lines.join('\r\n'));
      const id = /^x-request-id: (.+)\r$/im.exec(received)?.[1];
      expect(id).toMatch(requestId);
      if (code !== undefined) expect(received).toContain(`"code":"${code}"`);
      if (code !== undefined) expect(received).toContain(`"requestId":"${id}"`);
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1]);
      expect(await last()).toMatchObject({ id, status, code: code ?? null });
    },
  );

  it('is reported with its caller, route, status and replay flag', async () => {
    const { server, last } = await observed(start);
    const { accounts } = await makeSender(server);
    const body = quoteBody({ from: accounts['USD'] ?? '', to: accounts['EUR'] ?? '' });
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const first = await server.request('POST', '/quotes', body, { 'idempotency-key': 'k', traceparent });
    const caller = expect.objectContaining({ tenant: server.tenant, tokenId: expect.stringMatching(/^Token:/) });
    expect(await last()).toEqual({
      id: first.headers['x-request-id'],
      trace: expect.objectContaining({
        traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
        parentSpanId: '00f067aa0ba902b7',
        isSampled: true,
      }),
      startedAt: '2025-01-01T00:00:00.000Z',
      durationMs: expect.any(Number),
      method: 'POST',
      operationId: 'createQuote',
      route: '/quotes',
      path: '/quotes',
      status: 201,
      code: null,
      caller,
      isReplay: false,
    });
    const again = await server.request('POST', '/quotes', body, { 'idempotency-key': 'k' });
    expect(again.text).toBe(first.text);
    expect(await last()).toMatchObject({ id: again.headers['x-request-id'], isReplay: true });
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    await server.request('GET', `/quotes/${first.body.id}`);
    expect(await last()).toMatchObject({ route: '/quotes/{quoteId}', path: `/quotes/${first.body.id}` });
  });

  it('is reported with its caller when FORBIDDEN, and without one when UNAUTHORIZED', async () => {
    const { server, last } = await observed(start);
    const viewer = await server.withToken(['VIEW']);
    await viewer.request('POST', '/tokens', {});
    expect(await last()).toMatchObject({ code: 'FORBIDDEN', caller: { tenant: server.tenant } });
    await server.request('GET', '/config', undefined, { authorization: 'Basic x' });
    expect(await last()).toMatchObject({ code: 'UNAUTHORIZED', caller: null });
  });

  it('is reported without the UMA address or the page token of its path', async () => {
    const { server, last } = await observed(start);
    await server.request('GET', '/receiver/uma/$ada@example.com');
    expect(JSON.stringify(await last())).not.toContain('ada');
    const root = new URL('/hosted/zQ7secret', server.baseUrl);
    await (await fetch(root)).text();
    expect(await last()).toMatchObject({ route: '/hosted/{token}', path: '/hosted/{token}' });
  });

  it('is reported although its caller disconnected', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { server, finished, last } = await observed(start);
    const { read } = server.deps.database;
    let asked = (): void => undefined;
    const reached = new Promise<void>((resolve) => {
      asked = resolve;
    });
    Object.assign(server.deps.database, {
      read: async (work: Parameters<typeof read>[0]) => {
        asked();
        await released;
        return read(work);
      },
    });
    const { hostname, port } = new URL(server.baseUrl);
    const { tokenId, tokenSecret } = server.credentials;
    const socket = connect(Number(port), hostname);
    const authorization = `Authorization: Basic ${btoa(`${tokenId}:${tokenSecret}`)}`;
    socket.write(`GET ${basePath}/config HTTP/1.1\r\nHost: a\r\n${authorization}\r\n\r\n`);
    await reached;
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.destroy();
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(finished).toEqual([]);
    release();
    expect(await last()).toMatchObject({ operationId: 'getPlatformConfig', status: 200 });
    Object.assign(server.deps.database, { read });
  });

  it('is answered although a listener throws, which is reported as a bug with the request id', async () => {
    const bugs: unknown[] = [];
    const broken = new Error('the listener is broken');
    const { server, last } = await observed(start, { onBug: (...bug) => bugs.push(bug) }, () => {
      throw broken;
    });
    const { status, headers } = await server.request('GET', '/config');
    expect(status).toBe(200);
    await last();
    expect(bugs).toEqual([[broken, headers['x-request-id']]]);
  });

  it('is named in the report of its bug and in the SERVICE_UNAVAILABLE response', async () => {
    const bugs: unknown[] = [];
    const { server } = await observed(start, { onBug: (...bug) => bugs.push(bug) });
    const { read } = server.deps.database;
    for (const [error, code] of [
      [new Error('broken'), 'INTERNAL_ERROR'],
      [new DatabaseUnavailable('AWAY', 'x'), 'SERVICE_UNAVAILABLE'],
    ] as const) {
      Object.assign(server.deps.database, { read: () => Promise.reject(error) });
      const { headers, body } = await server.request('GET', '/config');
      expect(body).toMatchObject({ code, requestId: headers['x-request-id'] });
      if (code === 'INTERNAL_ERROR') expect(bugs).toEqual([[error, headers['x-request-id']]]);
    }
    Object.assign(server.deps.database, { read });
  });
});

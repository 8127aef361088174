import { errorTable } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { oneEngine } from '../../test/each-engine.ts';
import { exchange, readAnswer } from '../../test/raw-socket.ts';
import { basePath, type TestServer } from '../../test/test-server.ts';

/** What must not come back to whoever sent it, nor to whom it was shown. */
const secret = 'Zq7secret';

const get = (path: string, ...headers: readonly string[]): string =>
  [`GET ${basePath}${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers, '', ''].join('\r\n');
const post = (...lines: readonly string[]): string =>
  [`POST ${basePath}/customers HTTP/1.1`, 'Host: a', ...lines].join('\r\n');

const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `x-${index}: ${secret}`);

const unreadable: readonly [string, string, string][] = [
  ['a path with a percent sign alone', get(`/quotes/${secret}%zz`), 'INVALID_REQUEST_FORMAT'],
  ['a path that is no UTF-8', get(`/quotes/${secret}%ff`), 'INVALID_REQUEST_FORMAT'],
  ['a query that is no UTF-8', get(`/customers?cursor=${secret}%c3`), 'INVALID_REQUEST_FORMAT'],
  ['a path that nothing serves', get(`/${secret}`), 'NOT_FOUND'],
  ['a path of nothing but slashes', get(`//${secret}//`), 'NOT_FOUND'],
  [
    'an address in the place of a path',
    `GET http://${secret}/${secret} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    'NOT_FOUND',
  ],
  ['a known method that no path has', get('/quotes').replace('GET', 'PURGE'), 'METHOD_NOT_ALLOWED'],
  ['a header that is too large', get('/config', `x: ${secret.repeat(4000)}`), 'REQUEST_TOO_LARGE'],
  ['too many headers', get('/config', ...many(3000)), 'REQUEST_TOO_LARGE'],
  ['a first line that is too long', get(`/${secret.repeat(4000)}`), 'REQUEST_TOO_LARGE'],
  ['an unknown method', get('/config').replace('GET', secret), 'INVALID_REQUEST_FORMAT'],
  ['a first line without a version', `GET /${secret}\r\n\r\n`, 'INVALID_REQUEST_FORMAT'],
  ['a later version', get(`/${secret}`).replace('HTTP/1.1', 'HTTP/3.7'), 'INVALID_REQUEST_FORMAT'],
  ['the preface of HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`, 'INVALID_REQUEST_FORMAT'],
  ['the greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'INVALID_REQUEST_FORMAT'],
  ['a header without a name', get('/config', `: ${secret}`), 'INVALID_REQUEST_FORMAT'],
  ['a header with U+0000', get('/config', `x: ${secret}\0`), 'INVALID_REQUEST_FORMAT'],
  ['no host', get('/config').replace('Host: a\r\n', ''), 'INVALID_REQUEST_FORMAT'],
  ['an unknown expectation', get('/config', `Expect: ${secret}`), 'INVALID_REQUEST_FORMAT'],
  ['a wish for a tunnel', `CONNECT ${secret}:443 HTTP/1.1\r\nHost: a\r\n\r\n`, 'METHOD_NOT_ALLOWED'],
  ['a length that is no number', post(`Content-Length: ${secret}`, '', ''), 'INVALID_REQUEST_FORMAT'],
  ['two lengths', post('Content-Length: 2', 'Content-Length: 3', '', '{}'), 'INVALID_REQUEST_FORMAT'],
  [
    'a length beside chunks',
    post('Content-Length: 2', 'Transfer-Encoding: chunked', '', '0\r\n\r\n'),
    'INVALID_REQUEST_FORMAT',
  ],
  ['chunks that are none', post('Transfer-Encoding: chunked', '', `${secret}\r\n`), 'INVALID_REQUEST_FORMAT'],
];

function expectRefusal(received: string, code: string): void {
  const { status } = errorTable[code as keyof typeof errorTable];
  const requestId = expect.stringMatching(/^ApiRequest:/);
  const envelope = { status, code, reason: expect.any(String), message: expect.any(String), requestId };
  expect(readAnswer(received)).toEqual({ status, body: envelope });
  expect(received.toLowerCase()).not.toContain(secret.toLowerCase());
}

function credentialsOf({ credentials: { tokenId, tokenSecret } }: TestServer): string {
  return `Authorization: Basic ${btoa(`${tokenId}:${tokenSecret}`)}`;
}

oneEngine('a request that cannot be read', (start) => {
  it.each(unreadable)(
    'because of %s is refused in the envelope, which repeats nothing of it',
    async (_name, sent, code) => {
      expectRefusal(await exchange(await start(), sent), code);
    },
  );

  it('because its id is longer than any is refused by the operation', async () => {
    const server = await start();
    const received = await exchange(server, get(`/quotes/Quote:${'9'.repeat(12_000)}`, credentialsOf(server)));
    expect(readAnswer(received)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', details: { errors: [{ field: 'quoteId' }] } },
    });
  });

  it('does not stand in the way of those before it on its connection', async () => {
    const server = await start();
    const first = get('/config', credentialsOf(server)).replace('Connection: close\r\n', '');
    const received = await exchange(server, first, `${secret}\r\n\r\n`);
    expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(received.match(/^HTTP/gm)).toHaveLength(1);
  });

  it('because it does not end is refused in time, whether its head or its body is missing', async () => {
    const server = await start();
    server.app.http.server.headersTimeout = 200;
    server.app.http.server.requestTimeout = 300;
    const head = exchange(server, `GET ${basePath}/config HTTP/1.1\r\nHost: a\r\nX: ${secret}`);
    const body = exchange(
      server,
      post(credentialsOf(server), 'Content-Type: application/json', 'Content-Length: 99', '', `{"${secret}`),
    );
    expectRefusal(await head, 'REQUEST_TIMEOUT');
    expectRefusal(await body, 'REQUEST_TIMEOUT');
  });
});

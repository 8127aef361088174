import { basicAuthorization, type Credentials } from './caller.ts';
import { basePath } from './test-server.ts';

/** Text that must not appear in a response. */
export const secret = 'Zq7secret';

/** The text of a request without a body that closes the connection. */
export const getText = (path: string, ...headers: readonly string[]): string =>
  [`GET ${basePath}${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers, '', ''].join('\r\n');
/** The start of a request to create a customer. The headers, an empty line and the body follow. */
export const postText = (...lines: readonly string[]): string =>
  [`POST ${basePath}/customers HTTP/1.1`, 'Host: a', ...lines].join('\r\n');

/** Requests that no operation can read: the reason, their text, and the code of the refusal. */
export const unreadable: readonly [string, string, string][] = [
  ['a path with a percent sign alone', getText(`/quotes/${secret}%zz`), 'INVALID_REQUEST_FORMAT'],
  ['a path that is no UTF-8', getText(`/quotes/${secret}%ff`), 'INVALID_REQUEST_FORMAT'],
  ['a query that is no UTF-8', getText(`/customers?cursor=${secret}%c3`), 'INVALID_REQUEST_FORMAT'],
  ['a path that nothing serves', getText(`/${secret}`), 'NOT_FOUND'],
  ['a path of nothing but slashes', getText(`//${secret}//`), 'NOT_FOUND'],
  [
    'an address in the place of a path',
    `GET http://${secret}/${secret} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    'NOT_FOUND',
  ],
  ['a known method that no path has', getText('/quotes').replace('GET', 'PURGE'), 'METHOD_NOT_ALLOWED'],
  ['a header that is too large', getText('/config', `x: ${secret.repeat(4000)}`), 'REQUEST_TOO_LARGE'],
  [
    'too many headers',
    getText('/config', ...Array.from({ length: 3000 }, (_, index) => `x-${index}: ${secret}`)),
    'REQUEST_TOO_LARGE',
  ],
  ['a first line that is too long', getText(`/${secret.repeat(4000)}`), 'REQUEST_TOO_LARGE'],
  ['an unknown method', getText('/config').replace('GET', secret), 'INVALID_REQUEST_FORMAT'],
  ['a first line without a version', `GET /${secret}\r\n\r\n`, 'INVALID_REQUEST_FORMAT'],
  ['a later version', getText(`/${secret}`).replace('HTTP/1.1', 'HTTP/3.7'), 'INVALID_REQUEST_FORMAT'],
  ['the preface of HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`, 'INVALID_REQUEST_FORMAT'],
  ['the greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'INVALID_REQUEST_FORMAT'],
  ['a header without a name', getText('/config', `: ${secret}`), 'INVALID_REQUEST_FORMAT'],
  ['a header with U+0000', getText('/config', `x: ${secret}\0`), 'INVALID_REQUEST_FORMAT'],
  ['no host', getText('/config').replace('Host: a\r\n', ''), 'INVALID_REQUEST_FORMAT'],
  ['two hosts', getText('/config', `hOST: ${secret}`), 'INVALID_REQUEST_FORMAT'],
  ['a key twice', getText('/config', 'Idempotency-Key: a', 'idempotency-key: a'), 'INVALID_REQUEST_FORMAT'],
  [
    'two credentials',
    getText('/config', `Authorization: Basic ${secret}`, `authorization: Bearer ${secret}`),
    'INVALID_REQUEST_FORMAT',
  ],
  ['the same host twice', getText('/config', 'Host: a'), 'INVALID_REQUEST_FORMAT'],
  ['an unknown expectation', getText('/config', `Expect: ${secret}`), 'INVALID_REQUEST_FORMAT'],
  ['a wish for a tunnel', `CONNECT ${secret}:443 HTTP/1.1\r\nHost: a\r\n\r\n`, 'METHOD_NOT_ALLOWED'],
  ['a length that is no number', postText(`Content-Length: ${secret}`, '', ''), 'INVALID_REQUEST_FORMAT'],
  ['two lengths', postText('Content-Length: 2', 'Content-Length: 3', '', '{}'), 'INVALID_REQUEST_FORMAT'],
  [
    'a length beside chunks',
    postText('Content-Length: 2', 'Transfer-Encoding: chunked', '', '0\r\n\r\n'),
    'INVALID_REQUEST_FORMAT',
  ],
  ['chunks that are none', postText('Transfer-Encoding: chunked', '', `${secret}\r\n`), 'INVALID_REQUEST_FORMAT'],
];

/** The header with the credentials. */
export function credentialsOf({ tokenId, tokenSecret }: Credentials): string {
  return `Authorization: ${basicAuthorization(tokenId, tokenSecret)}`;
}

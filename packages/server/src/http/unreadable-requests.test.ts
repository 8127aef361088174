import { PassThrough } from 'node:stream';
import { errorTable } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { oneEngine } from '../../test/each-engine.ts';
import { exchange, readAnswer } from '../../test/raw-socket.ts';
import { basePath } from '../../test/test-server.ts';
import { credentialsOf, getText, postText, secret, unreadable } from '../../test/unreadable-texts.ts';

function expectRefusal(received: string, code: string): void {
  const { status } = errorTable[code as keyof typeof errorTable];
  const requestId = expect.stringMatching(/^ApiRequest:/);
  const envelope = { status, code, reason: expect.any(String), message: expect.any(String), requestId };
  expect(readAnswer(received)).toEqual({ status, body: envelope });
  expect(received.toLowerCase()).not.toContain(secret.toLowerCase());
}

oneEngine('an unreadable request', (start) => {
  it.each(unreadable)('is refused in the envelope, without echoing it, because of %s', async (_name, sent, code) => {
    expectRefusal(await exchange(await start(), sent), code);
  });

  it('is refused with INVALID_INPUT on quoteId when that id has 12,000 digits', async () => {
    const server = await start();
    const received = await exchange(
      server,
      getText(`/quotes/Quote:${'9'.repeat(12_000)}`, credentialsOf(server.credentials)),
    );
    expect(readAnswer(received)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', details: { errors: [{ field: 'quoteId' }] } },
    });
  });

  it('closes the socket of a CONNECT request on an error without throwing', async () => {
    const { http } = (await start()).app;
    const socket = new PassThrough();
    http.server.emit('connect', {}, socket);
    expect(() => socket.emit('error', new Error('write ECONNRESET'))).not.toThrow();
    expect(socket.destroyed).toBe(true);
  });

  it('leaves the response to the request before it on its connection intact', async () => {
    const server = await start();
    const first = getText('/config', credentialsOf(server.credentials)).replace('Connection: close\r\n', '');
    const received = await exchange(server, first, `${secret}\r\n\r\n`);
    expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(received.match(/^HTTP/gm)).toHaveLength(1);
  });

  it('is refused with REQUEST_TIMEOUT when its head or its body is incomplete', async () => {
    const server = await start();
    expect(server.app.http.server).toMatchObject({ headersTimeout: 30_000, requestTimeout: 30_000 });
    server.app.http.server.headersTimeout = 200;
    server.app.http.server.requestTimeout = 300;
    const head = exchange(server, `GET ${basePath}/config HTTP/1.1\r\nHost: a\r\nX: ${secret}`);
    const body = exchange(
      server,
      postText(
        credentialsOf(server.credentials),
        'Content-Type: application/json',
        'Content-Length: 99',
        '',
        `{"${secret}`,
      ),
    );
    expectRefusal(await head, 'REQUEST_TIMEOUT');
    expectRefusal(await body, 'REQUEST_TIMEOUT');
  });

  it('gets only one response when it times out after a 401', async () => {
    const server = await start();
    server.app.http.server.requestTimeout = 300;
    const stranger = credentialsOf({ tokenId: 'a', tokenSecret: secret });
    const sent = postText(stranger, 'Content-Type: application/json', 'Content-Length: 99', '', '{');
    const received = await exchange(server, sent);
    expectRefusal(received, 'UNAUTHORIZED');
    expect(received.match(/HTTP\/1.1/g)).toHaveLength(1);
  });
});

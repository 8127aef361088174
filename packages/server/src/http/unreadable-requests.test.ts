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

oneEngine('a request that cannot be read', (start) => {
  it.each(unreadable)(
    'because of %s is refused in the envelope, which repeats nothing of it',
    async (_name, sent, code) => {
      expectRefusal(await exchange(await start(), sent), code);
    },
  );

  it('because its id is longer than any is refused by the operation', async () => {
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

  it('because it wants a tunnel may be broken off at any moment', async () => {
    const { http } = (await start()).app;
    const socket = new PassThrough();
    http.server.emit('connect', {}, socket);
    expect(() => socket.emit('error', new Error('write ECONNRESET'))).not.toThrow();
    expect(socket.destroyed).toBe(true);
  });

  it('does not stand in the way of those before it on its connection', async () => {
    const server = await start();
    const first = getText('/config', credentialsOf(server.credentials)).replace('Connection: close\r\n', '');
    const received = await exchange(server, first, `${secret}\r\n\r\n`);
    expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(received.match(/^HTTP/gm)).toHaveLength(1);
  });

  it('because it does not end is refused in time, whether its head or its body is missing', async () => {
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

  it('because it does not end after its answer gets no second one', async () => {
    const server = await start();
    server.app.http.server.requestTimeout = 300;
    const stranger = credentialsOf({ tokenId: 'a', tokenSecret: secret });
    const sent = postText(stranger, 'Content-Type: application/json', 'Content-Length: 99', '', '{');
    const received = await exchange(server, sent);
    expectRefusal(received, 'UNAUTHORIZED');
    expect(received.match(/HTTP\/1.1/g)).toHaveLength(1);
  });
});

import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { errors } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ResolveName } from './resolve-name.ts';
import { answerInsteadOf, createSendWebhook, longestSendMs, type SendWebhook } from './send.ts';

let canary: Server;
let connections = 0;
let port = 0;
let send: SendWebhook;

beforeEach(async () => {
  connections = 0;
  canary = createServer((_request, response) => response.end('hit'));
  canary.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const address = canary.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(async () => {
  await send.close();
  await new Promise<void>((resolve) => {
    canary.close(() => resolve());
  });
});

const signed = { body: '{}', key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey };

/** A resolver that returns the given addresses: one list per call, and then the last one again. */
function resolverOf(...answers: string[][]): ResolveName {
  let call = 0;
  return async () => {
    call += 1;
    return answers[Math.min(call, answers.length) - 1] ?? [];
  };
}

/** The head of a response whose body never ends. */
const endless = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n400\r\n';

interface Receiver {
  readonly url: string;
  /** The number of open connections. */
  open(): number;
  close(): void;
}

/** A receiver that responds with raw bytes once a request has arrived. */
async function listen(answer: (socket: Socket) => void): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`,
    open: () => sockets.size,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Sends some bytes at once and then one each second, repeatedly. */
function drip(bytes: string, atOnce = ''): Promise<Receiver> {
  return listen((socket) => {
    let sent = 0;
    socket.write(atOnce);
    const timer = setInterval(() => {
      socket.write(bytes.charAt(sent % bytes.length));
      sent += 1;
    }, 1000);
    socket.once('close', () => clearInterval(timer));
  });
}

describe('sending a webhook', () => {
  it('never connects to a private address, however it is written', async () => {
    send = createSendWebhook({ allowsLoopback: false });
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::7f00:1]',
      '0.0.0.0',
      '10.0.0.1',
      '169.254.169.254',
      '192.168.0.1',
      '[fc00::1]',
    ]) {
      const answer = await send({ endpoint: `http://${host}:${port}/`, ...signed });
      expect([host, answer.statusCode]).toEqual([host, null]);
    }
    expect(connections).toBe(0);
  });

  it('never connects when one of the addresses of a name is private', async () => {
    send = createSendWebhook({ allowsLoopback: false, resolve: resolverOf(['93.184.216.34', '127.0.0.1']) });
    const answer = await send({ endpoint: `http://mixed.example:${port}/`, ...signed });
    expect(answer).toMatchObject({ statusCode: null, error: expect.stringContaining('not public') });
    expect(connections).toBe(0);
  });

  it('never connects to a name that resolves to loopback, in 10 attempts', async () => {
    // Of loopback only 127.0.0.1 is allowed, so that no packet leaves this machine. Nothing listens on 127.0.0.2.
    send = createSendWebhook({ allowsLoopback: true, resolve: resolverOf(['127.0.0.1'], ['127.0.0.2']) });
    const kept = await send({ endpoint: `http://rebound.example:${port}/`, ...signed });
    expect([kept, connections]).toEqual([{ statusCode: 200, body: 'hit' }, 1]);
    await send.close();
    send = createSendWebhook({ allowsLoopback: true, resolve: resolverOf(['127.0.0.2'], ['127.0.0.1']) });
    const refused = await send({ endpoint: `http://rebound.example:${port}/`, ...signed });
    expect(refused).toMatchObject({ statusCode: null, error: expect.stringContaining('not public') });
    expect(connections).toBe(1);
  });

  it('reaches loopback by address and by name from a local sandbox', async () => {
    send = createSendWebhook({ allowsLoopback: true });
    expect(await send({ endpoint: `http://127.0.0.1:${port}/`, ...signed })).toEqual({ statusCode: 200, body: 'hit' });
    expect(await send({ endpoint: `http://localhost:${port}/`, ...signed })).toEqual({ statusCode: 200, body: 'hit' });
    expect(connections).toBeGreaterThan(0);
  });

  it('returns the status of a response whose body never ends, with an empty body', async () => {
    canary.removeAllListeners('request');
    canary.on('request', (_request, response) => {
      response.writeHead(200);
      const pour = setInterval(() => response.write('x'.repeat(16_384)), 1);
      response.on('close', () => clearInterval(pour));
    });
    send = createSendWebhook({ allowsLoopback: true });
    expect(await send({ endpoint: `http://127.0.0.1:${port}/`, ...signed })).toEqual({ statusCode: 200, body: '' });
  });

  it('stops after 10 seconds for an endpoint that sends one byte each second', async () => {
    const [slowHead, slowBody] = await Promise.all([drip('HTTP/1.1 200 OK'), drip('x', endless)]);
    send = createSendWebhook({ allowsLoopback: true });
    const before = performance.now();
    const answers = await Promise.all([slowHead, slowBody].map(({ url }) => send({ endpoint: url, ...signed })));
    expect(answers).toEqual([
      { statusCode: null, error: 'no answer within 10 seconds', isTimeout: true },
      { statusCode: 200, body: '' },
    ]);
    const tookMs = performance.now() - before;
    expect([tookMs > longestSendMs - 50, tookMs < longestSendMs + 2_000]).toEqual([true, true]);
    // Neither holds a socket after that.
    await expect.poll(() => [slowHead.open(), slowBody.open()]).toEqual([0, 0]);
    for (const { close } of [slowHead, slowBody]) close();
  });

  it.each([
    ['to connect', new errors.ConnectTimeoutError()],
    ['for a head', new errors.HeadersTimeoutError()],
    ['for a body', new errors.BodyTimeoutError()],
  ])('reports a timeout when it has waited too long %s', (_, error) => {
    const timedOut = { statusCode: null, error: 'no answer within 10 seconds', isTimeout: true };
    expect(answerInsteadOf(error)).toEqual(timedOut);
  });

  it('reports the error that closed a connection', () => {
    const closed = { statusCode: null, error: 'other side closed (UND_ERR_SOCKET)' };
    expect(answerInsteadOf(new errors.SocketError('other side closed'))).toEqual(closed);
  });

  it('reports an endpoint that does not speak TLS in one short line', async () => {
    send = createSendWebhook({ allowsLoopback: true });
    expect(await send({ endpoint: `https://127.0.0.1:${port}/`, ...signed })).toEqual({
      statusCode: null,
      error: 'the endpoint does not speak TLS on this port (ERR_SSL_WRONG_VERSION_NUMBER)',
    });
  });

  it('reports only the first 200 characters of a fault', () => {
    const fault = new Error(`${'x'.repeat(1000)}\nat some place in a library`);
    expect(answerInsteadOf(fault)).toEqual({ statusCode: null, error: 'x'.repeat(200) });
  });

  it('keeps the status of a response that is cut off in its body', async () => {
    const receiver = await listen((socket) => socket.write(`${endless}x`, () => socket.resetAndDestroy()));
    send = createSendWebhook({ allowsLoopback: true });
    expect(await send({ endpoint: receiver.url, ...signed })).toEqual({ statusCode: 200, body: '' });
    receiver.close();
  });

  it('reports why a connection was cut off before any response', async () => {
    const receiver = await listen((socket) => socket.resetAndDestroy());
    send = createSendWebhook({ allowsLoopback: true });
    const answer = await send({ endpoint: receiver.url, ...signed });
    expect(answer).toMatchObject({ statusCode: null, error: expect.stringMatching(/ECONNRESET|closed/) });
    expect(answer).not.toHaveProperty('isTimeout');
    receiver.close();
  });

  it('opens a new connection after a second without requests', async () => {
    const receiver = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      socket.on('data', () => socket.destroy());
    });
    send = createSendWebhook({ allowsLoopback: true });
    expect(await send({ endpoint: receiver.url, ...signed })).toEqual({ statusCode: 200, body: '' });
    await delay(1_500);
    expect(await send({ endpoint: receiver.url, ...signed })).toEqual({ statusCode: 200, body: '' });
    receiver.close();
  });

  it('rejects a response that begins with 100 Continue, and says so', async () => {
    const answer = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
    const receiver = await listen((socket) => socket.write(answer));
    send = createSendWebhook({ allowsLoopback: true });
    expect(await send({ endpoint: receiver.url, ...signed })).toEqual({
      statusCode: null,
      error: expect.stringContaining('100 Continue'),
    });
    receiver.close();
  });
});

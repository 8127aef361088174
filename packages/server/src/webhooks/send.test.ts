import type { lookup } from 'node:dns';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSendWebhook, type SendWebhook } from './send.ts';

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

const body = { body: '{}', headers: {} };

/** A resolver that answers with the given addresses, one list per call and the last one from then on. */
function resolverOf(...answers: string[][]): typeof lookup {
  let call = 0;
  return ((
    _hostname: string,
    _options: object,
    callback: (error: null, addresses: { address: string; family: number }[]) => void,
  ) => {
    const addresses = answers[Math.min(call, answers.length - 1)] ?? [];
    call += 1;
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
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
      const answer = await send({ endpoint: `http://${host}:${port}/`, ...body });
      expect([host, answer.statusCode]).toEqual([host, null]);
    }
    expect(connections).toBe(0);
  });

  it('never connects when a name resolves to a private address, also as one of several', async () => {
    send = createSendWebhook({ allowsLoopback: false, resolve: resolverOf(['93.184.216.34', '127.0.0.1']) });
    const answer = await send({ endpoint: `http://mixed.example:${port}/`, ...body });
    expect(answer).toMatchObject({ statusCode: null, error: expect.stringContaining('not public') });
    expect(connections).toBe(0);
  });

  it('checks the very answer it connects to, so that a name which changes gains nothing', async () => {
    send = createSendWebhook({ allowsLoopback: false, resolve: resolverOf(['127.0.0.1']) });
    for (let attempt = 0; attempt < 10; attempt += 1)
      await send({ endpoint: `http://rebound.example:${port}/`, ...body });
    expect(connections).toBe(0);
  });

  it('reaches loopback where a local sandbox allows it, by address and by name', async () => {
    send = createSendWebhook({ allowsLoopback: true });
    expect(await send({ endpoint: `http://127.0.0.1:${port}/`, ...body })).toEqual({ statusCode: 200, body: 'hit' });
    expect(await send({ endpoint: `http://localhost:${port}/`, ...body })).toEqual({ statusCode: 200, body: 'hit' });
    expect(connections).toBeGreaterThan(0);
  });

  it('keeps the status of an answer whose body never ends, and reads little of it', async () => {
    canary.removeAllListeners('request');
    canary.on('request', (_request, response) => {
      response.writeHead(200);
      const pour = setInterval(() => response.write('x'.repeat(16_384)), 1);
      response.on('close', () => clearInterval(pour));
    });
    send = createSendWebhook({ allowsLoopback: true });
    expect(await send({ endpoint: `http://127.0.0.1:${port}/`, ...body })).toEqual({ statusCode: 200, body: '' });
  });
});

import { Buffer } from 'node:buffer';
import { generateKeyPairSync, verify } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openReceiver } from '../../../test/receiver.ts';
import { openInbox, type WebhookInbox } from '../../../test/webhook-inbox.ts';
import { brokenOff, type SendWebhook, type WebhookAnswer } from './send.ts';
import { createThreadedSend, type ThreadedSendOptions } from './threaded-send.ts';

const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

let inbox: WebhookInbox;
let bugs: unknown[];
let send: SendWebhook;
beforeEach(async () => {
  inbox = await openInbox();
  bugs = [];
});
afterEach(async () => {
  await send.close();
  await inbox.close();
});

function begin(options: Partial<ThreadedSendOptions> = {}): void {
  send = createThreadedSend({ allowsLoopback: true, onBug: (error) => bugs.push(error), ...options });
}

function post(body = '{}'): Promise<WebhookAnswer> {
  return send({ endpoint: inbox.url, body, key });
}

/** A thread that runs a short program instead of the sender. */
function threadOf(program: string): Worker {
  return new Worker(`const { parentPort } = require('node:worker_threads');\n${program}`, { eval: true });
}
const silent = () => threadOf(`parentPort.on('message', (work) => { if (work === 'CLOSE') parentPort.close(); });`);
const failing = () => threadOf(`parentPort.once('message', () => { throw new Error('the thread is out of order'); });`);

describe('sending from a thread', () => {
  it('sends the exact bytes, signed, and returns the response of the receiver', async () => {
    inbox.answer = ({ body }) => ({ status: body.includes('second') ? 503 : 200, body: `seen ${body.length}` });
    begin();
    const bodies = ['{"first":"é"}', '{"second":"\u2028"}', '{"third":1}'];
    const answers = await Promise.all(bodies.map((body) => post(body)));
    expect(answers).toEqual([
      { statusCode: 200, body: 'seen 13' },
      { statusCode: 503, body: 'seen 14' },
      { statusCode: 200, body: 'seen 11' },
    ]);
    expect(inbox.received.map(({ body }) => body).sort()).toEqual(bodies.toSorted());
    for (const { headers, body } of inbox.received) {
      const { v, s } = JSON.parse(String(headers['x-service-signature'])) as { v: string; s: string };
      expect([v, verify('sha256', Buffer.from(body), publicKey, Buffer.from(s, 'base64'))]).toEqual(['1', true]);
    }
  });

  it('reaches loopback only where it is allowed, and no longer once production is served', async () => {
    begin({ allowsLoopback: false });
    expect(await post()).toMatchObject({ statusCode: null, error: expect.stringContaining('not public') });
    await send.close();
    let isProduction = false;
    begin({ servesProduction: async () => isProduction });
    expect(await post()).toMatchObject({ statusCode: 200 });
    isProduction = true;
    expect(await post()).toMatchObject({ statusCode: null, error: expect.stringContaining('not public') });
    expect(inbox.received).toHaveLength(1);
  });

  it('sends nothing to loopback while it is unknown whether production is served', async () => {
    begin({ servesProduction: () => Promise.reject(new Error('the store is away')) });
    expect(await post()).toEqual({ statusCode: null, error: 'the store is away' });
    expect(inbox.received).toEqual([]);
  });

  it('breaks off attempts in progress when it is closed, and sends nothing afterwards', async () => {
    let requests = 0;
    const receiver = await openReceiver(() => {
      requests += 1;
      return undefined;
    });
    begin();
    const open = send({ endpoint: receiver.origin, body: '{}', key });
    await expect.poll(() => requests).toBe(1);
    await send.close();
    expect(await open).toEqual(brokenOff);
    expect(await send({ endpoint: receiver.origin, body: '{}', key })).toEqual(brokenOff);
    expect([requests, bugs]).toEqual([1, []]);
    await receiver.close();
  });

  it('terminates a thread that does not end when it is closed', async () => {
    const deaf = threadOf('setInterval(() => undefined, 1_000)');
    begin({ openThread: () => deaf });
    const open = post();
    await once(deaf, 'online');
    await send.close();
    expect(await open).toEqual(brokenOff);
  });

  it('breaks off the attempts of a failed thread, reports it once, and starts a new thread', async () => {
    const openedAtMs: number[] = [];
    let failedAtMs = Number.NaN;
    begin({
      openThread: () => (openedAtMs.push(performance.now()) === 1 ? failing() : silent()),
      onBug: (error) => {
        failedAtMs = performance.now();
        bugs.push(error);
      },
    });
    const [first, second] = [post(), post()];
    expect(await Promise.all([first, second])).toEqual([brokenOff, brokenOff]);
    expect(bugs).toEqual([expect.objectContaining({ message: 'the thread is out of order' })]);
    void post();
    await expect.poll(() => openedAtMs.length).toBe(2);
    // A thread that fails at once is restarted a second later. A timer may fire up to a millisecond early.
    expect((openedAtMs[1] ?? 0) - failedAtMs).toBeGreaterThan(990);
  });

  it('ends a thread that is silent for too long', async () => {
    begin({ openThread: silent, patienceMs: 300 });
    expect(await post()).toEqual(brokenOff);
    expect(bugs).toEqual([expect.objectContaining({ message: expect.stringMatching(/was silent for \d+ ms/) })]);
  });

  it('reads the answers of a thread before it judges the thread silent after a stall', async () => {
    const quick = threadOf(`parentPort.on('message', (work) => {
      if (work === 'CLOSE') return parentPort.close();
      const answers = work.requests.map(({ number }) => ({ number, answer: { statusCode: 200, body: '' } }));
      setTimeout(() => parentPort.postMessage(answers), 250);
    });`);
    begin({ openThread: () => quick, patienceMs: 300 });
    await once(quick, 'online');
    const open = post();
    // In this phase of the event loop, so that timers fire before messages arrive.
    await new Promise<void>((resolve) =>
      setImmediate(() => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
        resolve();
      }),
    );
    expect(await open).toEqual({ statusCode: 200, body: '' });
    expect(bugs).toEqual([]);
  });

  it('does not treat an idle thread as silent', async () => {
    // It answers at once: the start of a real one may take its second.
    const quick = threadOf(`parentPort.on('message', (work) => {
      if (work === 'CLOSE') return parentPort.close();
      parentPort.postMessage(work.requests.map(({ number }) => ({ number, answer: { statusCode: 201, body: '' } })));
    });`);
    await once(quick, 'online');
    begin({ openThread: () => quick, patienceMs: 1_000 });
    await post();
    await delay(1_500);
    expect(await post()).toMatchObject({ statusCode: 201 });
    expect(bugs).toEqual([]);
  });
});

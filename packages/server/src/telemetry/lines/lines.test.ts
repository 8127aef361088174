import { PassThrough, Writable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { openReceiver, type Receiver } from '../../../test/receiver.ts';
import { makePayment, startWatchedServer } from '../../../test/watched-server.ts';
import { boundedOutput } from './bounded-output.ts';

const receivers: Receiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

const time = '\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z';
const duration = '\\d+(\\.\\d)? ms';
const id = (kind: string): string => `${kind}:[\\da-f-]{36}`;

async function writtenOfPayment(...flags: string[]): Promise<string> {
  const taken: string[] = [];
  const receiver = await openReceiver(({ bytes }) => {
    taken.push(bytes.toString());
    return { status: 200 };
  });
  receivers.push(receiver);
  const server = await startWatchedServer(['--time-scale', '20', ...flags], { NO_COLOR: '1' });
  await server.request('PATCH', '/config', { webhookEndpoint: receiver.origin });
  await makePayment(server);
  await server.request('GET', '/customers?customerType=INDIVIDUAL&limit=x');
  await server.request('GET', '/wp-admin/Ada%20Lovelace');
  await server.beside('/healthz');
  await expect.poll(() => taken.join()).toContain('OUTGOING_PAYMENT.COMPLETED');
  return server.stop();
}

describe('the log lines of a server', () => {
  it('have time, method, path, status, code, duration and id of each request, and each webhook', async () => {
    const lines = (await writtenOfPayment()).trimEnd().split('\n');
    const like = (form: string): unknown => expect.stringMatching(new RegExp(`^${time} ${form}$`));
    expect(lines).toContainEqual(like(`POST /quotes 201 ${duration} ${id('ApiRequest')}`));
    expect(lines).toContainEqual(like(`POST /quotes/${id('Quote')}/execute 200 ${duration} ${id('ApiRequest')}`));
    expect(lines).toContainEqual(like(`GET /customers 400 INVALID_INPUT ${duration} ${id('ApiRequest')}`));
    expect(lines).toContainEqual(like(`GET \\S+ 404 NOT_FOUND ${duration} ${id('ApiRequest')}`));
    expect(lines).toContainEqual(
      like(`→ OUTGOING_PAYMENT.COMPLETED ${id('Transaction')} 200 ${duration} ${id('Webhook')}`),
    );
    expect(lines.join()).not.toMatch(/Ada|Lovelace|limit=|healthz|\[32m/);
  });

  it('are absent with --quiet', async () => {
    expect(await writtenOfPayment('--quiet')).toBe('');
  });

  it('are JSON objects with --log json, with the documented fields and no others', async () => {
    const lines = (await writtenOfPayment('--log', 'json'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const request = lines.find(({ operation }) => operation === 'executeQuote');
    expect(Object.keys(request ?? {}).sort()).toEqual(
      'code durationMs isReplay level message method operation path requestId startedAt status tenant time traceId'.split(
        ' ',
      ),
    );
    expect(request).toMatchObject({ level: 'info', message: 'request', status: 200, code: null, method: 'POST' });
    const webhook = lines.find(({ type }) => type === 'OUTGOING_PAYMENT.COMPLETED');
    expect(webhook).toMatchObject({ message: 'webhook attempt', status: 200, isTaken: true, attempt: 1 });
  });

  it('say why a webhook attempt had no response', async () => {
    const server = await startWatchedServer([], { NO_COLOR: '1' });
    await server.request('PATCH', '/config', { webhookEndpoint: 'http://127.0.0.1:9/hook-with-a-secret' });
    await expect.poll(() => server.written()).toMatch(/→ TEST \S+ no answer: .*ECONNREFUSED/);
    const written = await server.stop();
    expect(written).not.toContain('hook-with-a-secret');
  });

  it('have colours when NO_COLOR is not set', async () => {
    const server = await startWatchedServer();
    await server.request('GET', '/config');
    expect(await server.stop()).toContain('\u001b[32m200\u001b[0m');
  });
});

describe('a blocked output', () => {
  const droppedLine = (count: number): string => `${count} dropped\n`;

  it('is buffered up to its limit; dropped lines are counted and reported once there is room', async () => {
    const taken: string[] = [];
    let take: (() => void) | undefined;
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        taken.push(String(chunk));
        take = done;
      },
    });
    const output = boundedOutput(stream, { droppedLine, mostBytes: 40 });
    for (let count = 0; count < 10; count += 1) output.write('0123456789');
    expect(output.dropped()).toBe(6);
    const closing = output.close();
    expect(taken.join('')).toContain('0123456789'.repeat(4));
    take?.();
    expect(await closing).toBe(true);
    expect(taken.join('')).toContain('6 dropped');
  });

  it('does not delay the end of the server', async () => {
    const stream = new Writable({ write: () => undefined });
    const output = boundedOutput(stream, { droppedLine });
    output.write('a line\n');
    expect(await output.close()).toBe(false);
  });

  it('loses no lines while it is read', async () => {
    const stream = new PassThrough();
    const output = boundedOutput(stream, { droppedLine });
    for (let count = 0; count < 100; count += 1) output.write('a line\n');
    expect(await output.close()).toBe(true);
    expect(stream.read().toString()).toBe('a line\n'.repeat(100));
    expect(output.dropped()).toBe(0);
  });
});

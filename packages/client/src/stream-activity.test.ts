import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../server/test/free-port.ts';
import { serverProcesses } from '../../server/test/server-processes.ts';
import { type Answer, type LoopbackServer, startLoopbackServer } from '../test/loopback-server.ts';
import { ApiError } from './api-error.ts';
import { createClient } from './create-client.ts';
import { orThrow } from './or-throw.ts';
import { listAll } from './pagination.ts';
import { type ActivityMessage, type StreamOptions, streamActivity } from './stream-activity.ts';

const waits: number[] = [];

function follow({ baseUrl }: LoopbackServer, options: Partial<StreamOptions> = {}) {
  waits.length = 0;
  const sleep = async (delayMs: number): Promise<void> => void waits.push(delayMs);
  const retry = { sleep, random: () => 1, delaysMs: [50, 100, 200, 400] };
  return streamActivity({ baseUrl, tokenId: 'token', tokenSecret: 'secret', retry, ...options });
}

function streaming(body: string): Extract<Answer, object> {
  return { status: 200, body, headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } };
}

function message(id: string): string {
  return `id: ${id}\nevent: EVENT\ndata: {"id":"${id}"}\n\n`;
}

async function first(count: number, stream: AsyncIterable<ActivityMessage>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of stream) if (ids.push(id) === count) break;
  return ids;
}

describe('a stream', () => {
  it('reconnects with the last received id, whether it came with a message or without', async () => {
    const answers = [
      streaming(`retry: 1\nid: a\n\n${message('b')}`),
      streaming(': heartbeat\nid: c\n\n'),
      streaming(message('d')),
    ];
    await using server = await startLoopbackServer((_, index) => answers[index] ?? 'hang up');
    const baseUrl = `${server.baseUrl}/`;
    expect(await first(2, follow(server, { baseUrl, types: ['EVENTS'], type: 'TEST' }))).toEqual(['b', 'd']);
    expect(server.requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'b', 'c']);
    expect(server.requests[0]?.url).toBe('/2025-10-13/stream?types=EVENTS&type=TEST');
  });

  it('is read with CRLF line ends, and without messages of an unknown type', async () => {
    const text = `: x\r\nid: a\r\nevent: LATER\r\ndata: {}\r\n\r\n${message('b').replaceAll('\n', '\r\n')}`;
    await using server = await startLoopbackServer(() => streaming(text));
    expect(await first(1, follow(server))).toEqual(['b']);
  });

  it('reconnects after a rising delay, or after the Retry-After of a 429', async () => {
    const busy: Answer = { status: 429, body: { code: 'RATE_LIMITED' }, headers: { 'Retry-After': '7' } };
    const answers: Answer[] = ['hang up', 'hang up', 'hang up', busy, streaming(message('a'))];
    await using server = await startLoopbackServer((_, index) => answers[index] ?? 'hang up');
    expect(await first(1, follow(server))).toEqual(['a']);
    expect(waits).toEqual([100, 200, 400, 7000]);
  });

  it('reconnects after silenceMs without data', async () => {
    const answers: Answer[] = ['stay silent', streaming(message('a'))];
    await using server = await startLoopbackServer((_, index) => answers[index] ?? 'hang up');
    expect(await first(1, follow(server, { silenceMs: 50 }))).toEqual(['a']);
  });

  it.each([401, 403, 400])('rejects without another attempt after a %i', async (status) => {
    await using server = await startLoopbackServer(() => ({ status, body: { code: 'UNAUTHORIZED', reason: 'No.' } }));
    await expect(first(1, follow(server))).rejects.toThrow(ApiError);
    expect(server.requests).toHaveLength(1);
  });

  it('rejects a redirect with its target and does not follow it', async () => {
    await using server = await startLoopbackServer(() => ({ status: 308, headers: { Location: '/elsewhere' } }));
    await expect(first(1, follow(server))).rejects.toThrow(
      `redirects to ${new URL('/elsewhere', server.baseUrl).href}, and redirects are not followed`,
    );
    expect(server.requests).toHaveLength(1);
  });

  it('ends when its signal aborts, before the request, while it is silent and while it waits', async () => {
    await using server = await startLoopbackServer(() => 'stay silent');
    expect(await first(1, follow(server, { signal: AbortSignal.abort() }))).toEqual([]);
    /** Ends a stream a moment after its first request has arrived. */
    const endedSoon = async (place: LoopbackServer, retry?: StreamOptions['retry']): Promise<string[]> => {
      const ending = new AbortController();
      const reading = first(2, follow(place, { signal: ending.signal, ...(retry && { retry }) }));
      await expect.poll(() => place.requests.length).toBe(1);
      setTimeout(() => ending.abort(), 100);
      return reading;
    };
    expect(await endedSoon(server)).toEqual([]);
    await using closing = await startLoopbackServer(() => 'hang up');
    expect(await endedSoon(closing, { delaysMs: [3_600_000], random: () => 1 })).toEqual([]);
    expect(closing.requests).toHaveLength(1);
  });

  it('ends when its signal aborts after a message', async () => {
    const ending = new AbortController();
    await using sending = await startLoopbackServer(() => ({ ...streaming(message('a')), isOpen: true }));
    const told: string[] = [];
    for await (const { id } of follow(sending, { signal: ending.signal })) {
      told.push(id);
      // While the stream waits for its next message.
      setTimeout(() => ending.abort(), 20);
    }
    expect(told).toEqual(['a']);
    expect(sending.requests).toHaveLength(1);
  });
});

describe('a stream of a server that is killed', () => {
  const servers = serverProcesses();

  it('delivers every event once and in order after the server restarts', async () => {
    const port = String(await freePort());
    const start = () => servers.start('', {}, '--port', port);
    const { baseUrl, tokenId, tokenSecret, process } = await start();
    const client = createClient({ baseUrl, tokenId, tokenSecret });
    const [account] = (await orThrow(client.GET('/platform/internal-accounts'))).data;
    const fund = (amount: number) => {
      const params = { path: { accountId: account?.id ?? 'InternalAccount:none' } } as const;
      return client.POST('/sandbox/internal-accounts/{accountId}/fund', { params, body: { amount } });
    };
    const type = 'INTERNAL_ACCOUNT.BALANCE_UPDATED';
    const ending = new AbortController();
    const told: string[] = [];
    const hasBegun = Promise.withResolvers<void>();
    const following = (async () => {
      const options = { baseUrl, tokenId, tokenSecret, signal: ending.signal, retry: { delaysMs: [100] } };
      for await (const { event, data } of streamActivity({ ...options, type, types: ['EVENTS'] })) {
        if (event !== 'EVENT') continue;
        told.push(data.id);
        hasBegun.resolve();
      }
    })();
    // Once the stream has started, every later message arrives.
    const begin = setInterval(() => void fund(1), 100);
    await hasBegun.promise;
    clearInterval(begin);
    const [from] = told;
    await Promise.all(Array.from({ length: 20 }, (_, index) => fund(index + 1)));
    await process.stop('SIGKILL');
    const again = await start();
    await Promise.all(Array.from({ length: 20 }, (_, index) => fund(index + 1)));
    const events = listAll((page) => client.GET('/events', { params: { query: { ...page, type, limit: 100 } } }));
    const listed: string[] = [];
    for await (const { id } of events) listed.unshift(id);
    const expected = listed.slice(listed.indexOf(from ?? ''));
    while (told.length < expected.length) await delay(10);
    expect(told).toEqual(expected);
    expect(told.length).toBeGreaterThan(40);
    ending.abort();
    await following;
    await again.process.stop();
  });
});

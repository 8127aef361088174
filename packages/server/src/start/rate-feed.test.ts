import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../ground/clock/clock.ts';
import { openRateFeed, type RateFeed } from './rate-feed.ts';

const start = '2025-01-01T00:00:00.000Z';
const clock = createManualClock(start);
const fiveMinutesMs = 300_000;
let folder = '';
let file = '';
let feeds: RateFeed[] = [];
let servers: Server[] = [];

function textOf(eur: string, validUntil = new Date(Date.now() + 3_600_000).toISOString()): string {
  return JSON.stringify({ base: 'USD', validUntil, rates: { EUR: eur } });
}

async function open(
  location: URL | string,
  waitMs?: number,
): Promise<{ readonly feed: RateFeed; readonly problems: string[] }> {
  const problems: string[] = [];
  const feed = await openRateFeed(location, clock, (problem) => problems.push(problem), waitMs);
  feeds.push(feed);
  return { feed, problems };
}

/** An address that responds with the current result of `answer`. */
async function serve(answer: () => { readonly status?: number; readonly body: string }): Promise<URL> {
  const server = createServer((_request, response) => {
    const { status = 200, body } = answer();
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(body);
  });
  return listen(server);
}

async function listen(server: Server): Promise<URL> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/rates`);
}

const rateOf = ({ rates }: RateFeed): string | undefined => rates.rateFor('USD', 'EUR', start)?.rate;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payments-rates-'));
  file = join(folder, 'rates.json');
});
afterEach(() => {
  vi.useRealTimers();
  for (const feed of feeds) feed.stop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  [feeds, servers] = [[], []];
  rmSync(folder, { recursive: true });
});

describe('rates of an operator', () => {
  it('are read from a file every five minutes, and invalid ones do not replace the last good ones', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    writeFileSync(file, textOf('1.08'));
    const { feed, problems } = await open(file);
    expect(rateOf(feed)).toBe('1.08');
    writeFileSync(file, textOf('1.09'));
    vi.advanceTimersByTime(fiveMinutesMs - 1);
    expect(rateOf(feed)).toBe('1.08');
    vi.advanceTimersByTime(1);
    await expect.poll(() => rateOf(feed)).toBe('1.09');
    writeFileSync(file, textOf('0'));
    vi.advanceTimersByTime(fiveMinutesMs);
    await expect.poll(() => problems).toEqual([expect.stringContaining('the rate of EUR')]);
    expect(rateOf(feed)).toBe('1.09');
  });

  it('are refused after their validUntil', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    writeFileSync(file, textOf('1.08'));
    const { feed, problems } = await open(file);
    writeFileSync(file, textOf('1.09', '2020-01-01T00:00:00Z'));
    vi.advanceTimersByTime(fiveMinutesMs);
    await expect.poll(() => problems).toEqual([expect.stringContaining('valid until 2020-01-01')]);
    expect(rateOf(feed)).toBe('1.08');
  });

  it('prevent the start when their file is unusable', async () => {
    await expect(open(file)).rejects.toThrow(/cannot be used: ENOENT/);
    writeFileSync(file, '{}');
    await expect(open(file)).rejects.toThrow(/cannot be used: base/);
    writeFileSync(file, ' '.repeat(1024 * 1024 + 1));
    await expect(open(file)).rejects.toThrow(/larger than/);
  });

  it('are fetched from a URL without redirects and up to a size limit', async () => {
    let answer: { status?: number; body: string } = { body: textOf('1.08') };
    const url = await serve(() => answer);
    expect(rateOf((await open(url)).feed)).toBe('1.08');
    for (const [bad, words] of [
      [{ status: 503, body: textOf('1.08') }, 'the answer was 503'],
      [{ status: 302, body: '' }, 'cannot be used'],
      [{ body: `${textOf('1.08')}${' '.repeat(2 * 1024 * 1024)}` }, 'larger than'],
      [{ body: 'hello' }, 'not JSON'],
    ] as const) {
      answer = bad;
      const { feed, problems } = await open(url);
      expect(problems).toEqual([expect.stringContaining(words)]);
      expect([rateOf(feed), feed.rates.rateFor('EUR', 'EUR', start)?.rate]).toEqual([undefined, '1']);
    }
  });

  it('report why an address cannot be reached, without its query', async () => {
    const gone = createServer();
    const { port } = await listen(gone);
    await new Promise((resolve) => gone.close(resolve));
    for (const host of ['127.0.0.1', 'localhost']) {
      const { problems } = await open(new URL(`http://${host}:${port}/rates?app_id=secret`));
      const words = new RegExp(`^the rates of http://${host}:${port}/rates cannot be used: .*ECONNREFUSED`);
      expect(problems).toEqual([expect.stringMatching(words)]);
    }
  });

  it('time out at a URL that never answers or never completes its response', async () => {
    for (const begin of [() => undefined, (response: ServerResponse) => response.writeHead(200).write('{')]) {
      const server = createServer((_request, response) => void begin(response));
      const { feed, problems } = await open(await listen(server), 100);
      expect(problems).toEqual([expect.stringContaining('timeout')]);
      expect(rateOf(feed)).toBeUndefined();
    }
  });
});

describe('docs/rates.md', () => {
  it('shows a valid rates document', async () => {
    const page = readFileSync(new URL('../../../../docs/rates.md', import.meta.url), 'utf8');
    writeFileSync(file, /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
    expect(rateOf((await open(file)).feed)).toBe('1.0842');
  });
});

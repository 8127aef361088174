import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SqliteDatabase } from '../../ground/database/sqlite-database.ts';
import type { FeedSource } from './feed-source.ts';
import { LiveFeed } from './live-feed.ts';

const sealer = { secretFor: () => new Uint8Array(32) };

describe('the live feed', () => {
  let folder: string;
  let database: SqliteDatabase;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'live-feed-'));
    database = SqliteDatabase.open(join(folder, 'payments.sqlite'));
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  /** Has a thousand full batches of messages. Counts how often it is read. */
  function longSource(): FeedSource & { readings: number } {
    return {
      letter: 'E',
      event: 'EVENT',
      readings: 0,
      end: async () => ({ settled: 1_000_000, ceiling: 1_000_000 }),
      async read(_unit, { after, limit }) {
        this.readings += 1;
        const length = this.readings > 1_000 ? 0 : limit;
        return Array.from({ length }, (_, at) => ({ mark: { position: after.position + at + 1, id: '' }, data: '{}' }));
      },
    };
  }

  it('yields to the event loop between reads, also for many fast followers', async () => {
    const source = longSource();
    const bugs: unknown[] = [];
    const feed = new LiveFeed({ database, sealer, sources: [source], onBug: (error) => bugs.push(error) });
    let isEnded = false;
    const followers = Array.from({ length: 50 }, () =>
      feed.follow(
        { tenant: 1, after: { E: { position: 0, id: '' } }, letters: new Set('E'), type: undefined },
        { encoding: 'identity', write: () => undefined, drained: async () => undefined, end: () => (isEnded = true) },
      ),
    );
    const seen: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      await nextTurn();
      seen.push(source.readings);
    }
    for (const follower of followers) feed.leave(follower);
    await feed.stop();
    expect({ isEnded, bugs }).toEqual({ isEnded: false, bugs: [] });
    expect(seen.at(-1)).toBeGreaterThan(10);
    for (const [turn, readings] of seen.entries()) expect(readings - (seen[turn - 1] ?? 0)).toBeLessThanOrEqual(2);
  });
});

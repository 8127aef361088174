import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { eachEngine } from '../../test/each-engine.ts';
import type { Clock } from '../ground/clock/clock.ts';
import { epochMsOf } from '../ground/clock/instant.ts';
import type { Database } from '../ground/database/database.ts';
import { openSharedClock } from './shared-clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** The clock of a process whose machine is this many seconds ahead, and what it reports. */
async function openAhead(database: Database, readings: { aheadSeconds: number }) {
  const lines: string[] = [];
  const { clock, stop } = await openSharedClock(database, (line) => lines.push(line), {
    wallMs: () => Date.now() + readings.aheadSeconds * 1_000,
    steadyMs: () => performance.now(),
  });
  onTestFinished(stop);
  return { clock, lines };
}

/** How many seconds a clock is ahead of the machine, which is also that of PostgreSQL. */
const aheadOf = (clock: Clock): number => Math.round((epochMsOf(clock.now()) - Date.now()) / 1_000) || 0;

eachEngine('the clock of a process', (start) => {
  it('is that of PostgreSQL, which it reports if its own is not close to it', async () => {
    const { bare } = await start();
    for (const aheadSeconds of [0, 0.2, 300, -300, 3_600]) {
      const { clock, lines } = await openAhead(bare, { aheadSeconds });
      const isShared = bare.engine === 'postgres';
      expect(aheadOf(clock)).toBe(isShared ? 0 : Math.round(aheadSeconds));
      const where = `${Math.abs(aheadSeconds)} seconds ${aheadSeconds > 0 ? 'ahead of' : 'behind'} that of PostgreSQL`;
      expect(lines).toEqual(isShared && Math.abs(aheadSeconds) > 1 ? [expect.stringContaining(where)] : []);
    }
  });

  it('follows PostgreSQL within seconds when the clock of the machine is set, and reports it once', async () => {
    const { bare } = await start();
    if (bare.engine === 'sqlite') return;
    const machine = { aheadSeconds: 0 };
    const { clock, lines } = await openAhead(bare, machine);
    for (const [aheadSeconds, report] of [
      [-600, /^The clock of this process is 600 seconds behind/],
      [0, /^The clock of this process agrees/],
      [600, /^The clock of this process is 600 seconds ahead/],
    ] as const) {
      machine.aheadSeconds = aheadSeconds;
      await expect.poll(() => aheadOf(clock), { timeout: 10_000 }).toBe(0);
      expect(lines.splice(0)).toEqual([expect.stringMatching(report)]);
    }
  });
});

it('a process without an answer of PostgreSQL keeps the last difference', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
  let answers = 1;
  const database = {
    engine: 'postgres',
    read: async () => {
      answers -= 1;
      if (answers < 0) throw new Error('away');
      return { errorMs: 0, behindMs: 60_000 };
    },
  } as unknown as Database;
  const { clock, lines } = await openAhead(database, { aheadSeconds: -60 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([answers < 0, aheadOf(clock), lines.length]).toEqual([true, 0, 1]);
});

import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../ground/clock/clock.ts';
import { SqliteDatabase } from '../../ground/database/sqlite-database.ts';
import { DueWorkEngine, type WorkerSlot } from './due-work-engine.ts';

const start = '2025-01-01T00:00:00.000Z';
const database = SqliteDatabase.open(':memory:');
const engines: DueWorkEngine[] = [];

function engineOf(slots: readonly WorkerSlot[], bugs: unknown[] = []): DueWorkEngine {
  const clock = createManualClock(start);
  const engine = new DueWorkEngine({
    database,
    clock,
    slots,
    afterWork: () => undefined,
    onBug: (bug) => bugs.push(bug),
  });
  engines.push(engine);
  engine.start();
  return engine;
}

/** A kind of work that is due for the given number of batches. */
function kindOf(name: string, batches: number, work: () => Promise<void> = async () => undefined) {
  const slot = {
    name,
    done: 0,
    nextDueAt: async () => (slot.done < batches ? start : undefined),
    work: async () => {
      await work();
      slot.done += 1;
      return 1;
    },
  };
  return slot;
}

/** No wait of an engine ends by itself from now on. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
}

/** Polls in stopped time, which `expect.poll` would move. */
async function turnsUntil(isSo: () => boolean): Promise<boolean> {
  for (let turns = 0; turns < 10_000 && !isSo(); turns += 1) await turn();
  return isSo();
}

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
});

describe('the due-work engine', () => {
  it('continues every other kind of work while a batch of one kind hangs', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const hanging = kindOf('hanging', 1, () => promise);
    const other = kindOf('other', 50);
    engineOf([hanging, other]);
    try {
      await expect.poll(() => other.done).toBe(50);
      expect(hanging.done).toBe(0);
    } finally {
      resolve();
    }
    await expect.poll(() => hanging.done).toBe(1);
  });

  it('continues every other kind of work while one kind throws, or its due time cannot be read', async () => {
    const bugs: unknown[] = [];
    const throwing = kindOf('throwing', 1, async () => {
      throw new Error('a batch');
    });
    const unreadable = {
      ...kindOf('unreadable', 1),
      nextDueAt: async () => {
        throw new Error('a look');
      },
    };
    const other = kindOf('other', 50);
    engineOf([throwing, unreadable, other], bugs);
    await expect.poll(() => other.done).toBe(50);
    expect(bugs.map(String).sort()).toEqual(['Error: a batch', 'Error: a look']);
  });

  it('polls again at once after a batch during which it was woken', async () => {
    stopTime();
    let looks = 0;
    // A batch that does nothing is followed by a wait of 50 ms, unless the kind is woken meanwhile.
    const busy = {
      name: 'busy',
      nextDueAt: async () => {
        looks += 1;
        return looks > 10 ? undefined : start;
      },
      work: async () => {
        await turn();
        engine.wake('busy');
        return 0;
      },
    };
    const engine = engineOf([busy]);
    expect(await turnsUntil(() => looks > 10)).toBe(true);
  });

  it('polls at once when it is woken while it sleeps or reads', async () => {
    stopTime();
    let looks = 0;
    const read = Promise.withResolvers<void>();
    // Nothing is due, so the next poll without a wake-up is 250 ms later.
    const idle = {
      ...kindOf('idle', 0),
      nextDueAt: async () => {
        looks += 1;
        if (looks === 2) await read.promise;
        return undefined;
      },
    };
    const engine = engineOf([idle]);
    expect(await turnsUntil(() => vi.getTimerCount() === 1)).toBe(true);
    expect(looks).toBe(1);
    engine.wake('idle');
    expect(await turnsUntil(() => looks === 2)).toBe(true);
    engine.wake('idle');
    read.resolve();
    expect(await turnsUntil(() => looks === 3)).toBe(true);
  });

  it('stops after the batches in progress', async () => {
    const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const kind = kindOf('slow', 2, () => {
      begun.resolve();
      return ending.promise;
    });
    const engine = engineOf([kind]);
    await begun.promise;
    const stopped = engine.stop();
    setTimeout(ending.resolve, 20);
    await stopped;
    expect(kind.done).toBe(1);
  });
});

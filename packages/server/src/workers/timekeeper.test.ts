import { describe, expect, it } from 'vitest';
import { anchorAt, type ClockAnchor, createManualClock } from '../ground/clock/clock.ts';
import { type Instant, plusMs, secondMs } from '../ground/clock/instant.ts';
import { createReadWriteLock } from './read-write-lock.ts';
import { createTimekeeper, type StoppableTimekeeper } from './timekeeper.ts';
import { soleWorkerLock, type WorkerLock } from './worker-lock.ts';

const start = '2025-01-01T00:00:00.000Z';
const at = (seconds: number): Instant => plusMs(start, seconds * secondMs);
const inSeconds =
  (seconds: number) =>
  (now: Instant): Instant =>
    plusMs(now, seconds * secondMs);
const forever = { realMs: Number.POSITIVE_INFINITY };

interface Bench {
  readonly timekeeper: StoppableTimekeeper;
  readonly clock: ReturnType<typeof createManualClock>;
  /** What was done, and when. */
  readonly done: [string, Instant][];
  readonly saved: ClockAnchor[];
  readonly bugs: unknown[];
}

interface Due {
  readonly name: string;
  at: Instant;
  /** What becomes due when this is done. */
  readonly next?: () => Due[];
  /** Somebody else has it until then. */
  readonly takenUntil?: Instant;
}

function bench(things: Due[], workerLock: WorkerLock = soleWorkerLock): Bench {
  const clock = createManualClock(start);
  const done: [string, Instant][] = [];
  const saved: ClockAnchor[] = [];
  const bugs: unknown[] = [];
  const work = async (): Promise<number> => {
    const now = clock.now();
    const ready = things.filter((thing) => thing.at <= now && (thing.takenUntil ?? '') <= now);
    for (const thing of ready) {
      things.splice(things.indexOf(thing), 1, ...(thing.next?.() ?? []));
      done.push([thing.name, now]);
    }
    return ready.length;
  };
  const timekeeper = createTimekeeper({
    clock,
    workerLock,
    gate: createReadWriteLock(),
    store: { load: async () => saved.at(-1), save: async (anchor) => void saved.push(anchor) },
    work,
    nextDueAt: async () => things.map((thing) => thing.at).sort()[0],
    onBug: (error) => bugs.push(error),
  });
  return { timekeeper, clock, done, saved, bugs };
}

describe('letting time pass', () => {
  it('does each thing at its own time and in order, also what only becomes due on the way', async () => {
    const retry = (count: number): Due => ({
      name: `retry ${count}`,
      at: at(10 * 2 ** count),
      ...(count < 3 && { next: () => [retry(count + 1)] }),
    });
    const { timekeeper, clock, done } = bench([
      { name: 'settle', at: at(25) },
      retry(0),
      { name: 'later', at: at(81) },
    ]);
    const journey = await timekeeper.advance(inSeconds(80), forever);
    expect(journey).toEqual({ from: start, to: at(80), reached: at(80) });
    expect(done).toEqual([
      ['retry 0', at(10)],
      ['retry 1', at(20)],
      ['settle', at(25)],
      ['retry 2', at(40)],
      ['retry 3', at(80)],
    ]);
    expect(clock.now()).toBe(at(80));
  });

  it('does what is due already without moving when no time is to pass', async () => {
    const { timekeeper, done } = bench([
      { name: 'now', at: start },
      { name: 'later', at: at(1) },
    ]);
    await timekeeper.advance(inSeconds(0), forever);
    expect(done).toEqual([['now', start]]);
  });

  it('keeps every step, so that time does not go back when the process dies on the way', async () => {
    const { timekeeper, saved } = bench([
      { name: 'one', at: at(10) },
      { name: 'two', at: at(20) },
    ]);
    await timekeeper.advance(inSeconds(60), forever);
    expect(saved.map(({ anchoredAt }) => anchoredAt)).toEqual([at(10), at(20), at(60), at(60)]);
  });

  it('runs on at its speed afterwards, or stands still as before', async () => {
    const { timekeeper, clock, saved } = bench([]);
    await timekeeper.advance(inSeconds(60), forever);
    expect(timekeeper.state()).toEqual({ now: at(60), scale: 1, isFrozen: true });
    saved.push(anchorAt(at(60), { scale: 1_000, isFrozen: false }));
    const journey = await timekeeper.advance(() => at(1_000_000), forever);
    expect(journey?.reached).toBe(at(1_000_000));
    expect(timekeeper.state()).toMatchObject({ scale: 1_000, isFrozen: false });
    expect(clock.now() >= at(1_000_000)).toBe(true);
  });

  it('goes past what another process has, and does it once it is free', async () => {
    const { timekeeper, done } = bench([
      { name: 'taken', at: at(10), takenUntil: at(14) },
      { name: 'free', at: at(12) },
    ]);
    await timekeeper.advance(inSeconds(60), forever);
    expect(done).toEqual([
      ['free', at(12)],
      ['taken', at(14)],
    ]);
  });

  it('ends early when it has taken long enough, or is stopped, with the moment it has reached', async () => {
    const everySecond = (second: number): Due => ({
      name: `second ${second}`,
      at: at(second),
      next: () => [everySecond(second + 1)],
    });
    const slow = bench([everySecond(1)]);
    const journey = await slow.timekeeper.advance(inSeconds(31_000_000), { realMs: 20 });
    expect(journey?.reached).toBe(slow.clock.now());
    expect(slow.clock.now() < at(31_000_000)).toBe(true);
    expect(slow.done.at(-1)?.[1]).toBe(slow.clock.now());

    const stopped = bench([]);
    stopped.timekeeper.stop();
    expect((await stopped.timekeeper.advance(inSeconds(60), forever))?.reached).toBe(start);
  });

  it('takes one move at a time, and asks where to only then', async () => {
    const { timekeeper, clock } = bench([{ name: 'one', at: at(5) }]);
    const [first, second] = await Promise.all([
      timekeeper.advance(inSeconds(10), forever),
      timekeeper.advance(inSeconds(10), forever),
    ]);
    expect([first?.reached, second?.from, second?.reached]).toEqual([at(10), at(10), at(20)]);
    expect(await timekeeper.advance(() => undefined, forever)).toBeUndefined();
    expect(clock.now()).toBe(at(20));
  });
});

describe('changing how time passes', () => {
  it('keeps the moment, stores the change, and stores nothing when nothing changes', async () => {
    const { timekeeper, saved } = bench([]);
    expect(await timekeeper.change({ isFrozen: true })).toEqual({ now: start, scale: 1, isFrozen: true });
    expect(saved).toEqual([]);
    const state = await timekeeper.change({ isFrozen: false, scale: 60 });
    expect(state).toMatchObject({ scale: 60, isFrozen: false });
    expect(saved).toMatchObject([{ anchoredAt: start, scale: 60, isFrozen: false }]);
  });
});

describe('a process while another one moves the clock', () => {
  it('gives up its worker lock, shows what is stored and stands still, and goes on with it afterwards', async () => {
    let ask: () => void = () => undefined;
    let comeBack: () => void = () => undefined;
    let isHeld = true;
    const workerLock: WorkerLock = {
      ...soleWorkerLock,
      onRequested: (listener) => {
        ask = listener;
      },
      yield: () => {
        isHeld = false;
        return new Promise((resolve) => {
          comeBack = () => {
            isHeld = true;
            resolve();
          };
        });
      },
    };
    const { timekeeper, clock, saved } = bench([], workerLock);
    expect(timekeeper.catchUp()).toBeUndefined();
    ask();
    ask();
    await expect.poll(() => isHeld).toBe(false);
    saved.push(anchorAt(at(100), { scale: 1_000_000, isFrozen: false }));
    await timekeeper.catchUp();
    expect(clock.now()).toBe(at(100));
    saved.push(anchorAt(at(200), { scale: 1, isFrozen: true }));
    comeBack();
    await expect.poll(() => timekeeper.catchUp()).toBeUndefined();
    expect([clock.now(), isHeld]).toEqual([at(200), true]);
  });

  it('never goes back while its worker lock is lost and nobody has stored a moment', async () => {
    let ask = (): void => undefined;
    const workerLock: WorkerLock = {
      ...soleWorkerLock,
      onRequested: (listener) => {
        ask = listener;
      },
      yield: () => new Promise(() => undefined),
    };
    const { timekeeper, clock, saved } = bench([], workerLock);
    saved.push(anchorAt(at(-1_000), { scale: 10, isFrozen: false }));
    ask();
    await expect.poll(() => timekeeper.catchUp() !== undefined).toBe(true);
    await timekeeper.catchUp();
    expect(clock.now()).toBe(start);
  });
});

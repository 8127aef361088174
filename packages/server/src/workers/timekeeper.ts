import { setTimeout as delay } from 'node:timers/promises';
import { anchorAt, type ClockAnchor, type MovableClock } from '../ground/clock/clock.ts';
import { type Instant, plusMs, secondMs } from '../ground/clock/instant.ts';
import type { ClockState, Journey, JourneyBounds, Timekeeper } from '../ground/clock/timekeeper.ts';
import { DatabaseUnavailable } from '../ground/database/database.ts';
import type { ReadWriteLock } from './read-write-lock.ts';
import type { WorkerLock } from './worker-lock.ts';

/** Where the setting of the clock is kept, so that it outlives the process and others see it. */
export interface ClockStore {
  load(): Promise<ClockAnchor | undefined>;
  save(anchor: ClockAnchor): Promise<void>;
}

export interface TimekeeperParts {
  readonly clock: MovableClock;
  readonly store: ClockStore;
  readonly workerLock: WorkerLock;
  /** Keeps the workers of this process out while the clock is moved. */
  readonly gate: ReadWriteLock;
  /** Does a batch of what is due and answers how much that was. What cannot be done does not throw here: it is due later. */
  readonly work: () => Promise<number>;
  readonly nextDueAt: () => Promise<Instant | undefined>;
  readonly onBug: (error: unknown) => void;
}

export interface StoppableTimekeeper extends Timekeeper {
  /** Ends a journey at the moment that it has reached. */
  stop(): void;
}

export function createTimekeeper(parts: TimekeeperParts): StoppableTimekeeper {
  const { clock, store, workerLock } = parts;
  let isStopped = false;
  const { exclusively, catchUp } = takeTurns(parts, () => isStopped);

  const stateOf = (): ClockState => ({
    now: clock.now(),
    scale: clock.anchor.scale,
    isFrozen: clock.anchor.isFrozen,
  });

  return {
    state: stateOf,
    change: (change) =>
      exclusively(async () => {
        const { scale, isFrozen } = { ...clock.anchor, ...change };
        if (scale !== clock.anchor.scale || isFrozen !== clock.anchor.isFrozen) {
          const anchor = anchorAt(clock.now(), { scale, isFrozen });
          await store.save(anchor);
          clock.set(anchor);
        }
        return stateOf();
      }),
    advance: (aim, bounds) =>
      exclusively(async () => {
        const from = clock.now();
        const to = aim(from);
        return to === undefined
          ? undefined
          : travel(parts, { from, to }, bounds, () => isStopped || !workerLock.isHeld());
      }),
    catchUp,
    stop: () => {
      isStopped = true;
      workerLock.cancel();
    },
  };
}

interface Turns extends Pick<Timekeeper, 'catchUp'> {
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** The part of this process in who may move the clock: it moves it alone, or follows the one who does. */
function takeTurns(parts: TimekeeperParts, isStopped: () => boolean): Turns {
  const { clock, store, workerLock, gate } = parts;
  let isFollowing = false;

  const load = async (): Promise<ClockAnchor> => (await store.load()) ?? clock.anchor;

  /** Whether the clock is the stored one and nobody else has been able to move it since. */
  const isUpToDate = async (): Promise<boolean> => {
    try {
      clock.set(await load());
      return workerLock.isHeld();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      parts.onBug(error);
      return false;
    }
  };
  /**
   * While this process has no lock another one may move the clock, so it reads the store when it has it again, and
   * goes on once it has seen it: a database that is away is waited for.
   */
  const withoutWorkerLock = async (until: () => Promise<void>): Promise<void> => {
    isFollowing = true;
    try {
      await until();
      while (!(await isUpToDate()) && !isStopped()) {
        await delay(lookAgainMs);
        await workerLock.acquire();
      }
    } finally {
      isFollowing = false;
    }
  };
  workerLock.onRequested(
    unlessUnderWay(() => gate.exclusive(() => withoutWorkerLock(() => workerLock.yield())), parts.onBug),
  );

  const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
    gate.exclusive(async () => {
      let isAlone = false;
      try {
        await workerLock.acquireExclusive();
        isAlone = true;
        clock.set(await load());
        return await work();
      } finally {
        // A process that acquired the lock while this one had lost it has read a clock that went on: all read it again.
        if (isAlone && !workerLock.isHeld()) await workerLock.acquireExclusive().catch(parts.onBug);
        await withoutWorkerLock(() => workerLock.releaseExclusive());
      }
    });

  return {
    exclusively,
    catchUp: () => {
      if (!isFollowing) return undefined;
      return load().then((anchor) => {
        // What is stored runs on from its anchor when the journey ends; until then time stands still.
        if (isFollowing) clock.set(standing(anchor, clock));
      });
    },
  };
}

/**
 * Whoever moves the clock stores each moment that it reaches. Until the first one is there, what is stored is how the
 * clock ran before, from a moment long past: time stands where it is then, and never goes back.
 */
function standing(anchor: ClockAnchor, clock: MovableClock): ClockAnchor {
  const moments = [anchor.anchoredAt, clock.now()].sort();
  return { ...anchorAt(moments.at(-1) ?? clock.now(), anchor), isFrozen: true };
}

/** Who asks, asks until everybody has left: a question while the last one is being answered is the same one. */
function unlessUnderWay(answer: () => Promise<void>, onBug: (error: unknown) => void): () => void {
  let isUnderWay = false;
  return () => {
    if (isUnderWay) return;
    isUnderWay = true;
    answer()
      .catch(onBug)
      .finally(() => {
        isUnderWay = false;
      });
  };
}

const lookAgainMs = 250;

/** Something is due and somebody else has it: how often to look again, and then how far to go on. */
const patience = 20;
const patienceMs = 5;
const pastMs = secondMs;
/** Step by step from one due moment to the next, the clock standing still at each until all is done there. */
async function travel(
  { clock, store, work, nextDueAt }: TimekeeperParts,
  { from, to }: Omit<Journey, 'reached'>,
  { realMs }: JourneyBounds,
  isStopped: () => boolean,
): Promise<Journey> {
  const running = clock.anchor;
  const endsAt = performance.now() + realMs;
  let waits = 0;
  const show = async (instant: Instant): Promise<void> => {
    clock.set({ ...running, anchoredAt: instant, isFrozen: true });
    await store.save(anchorAt(instant, running));
  };
  clock.set({ ...running, anchoredAt: from, isFrozen: true });
  try {
    for (;;) {
      const done = await work();
      if (isStopped() || performance.now() >= endsAt) break;
      if (done > 0) {
        waits = 0;
        continue;
      }
      const dueAt = await nextDueAt();
      if (dueAt === undefined || dueAt > to) {
        await show(to);
        break;
      }
      if (dueAt > clock.now()) {
        waits = 0;
        await show(dueAt);
        continue;
      }
      waits += 1;
      if (waits < patience) {
        await delay(patienceMs);
        continue;
      }
      if (clock.now() === to) break;
      const past = plusMs(clock.now(), pastMs);
      await show(past < to ? past : to);
    }
  } finally {
    const resumed = anchorAt(clock.now(), running);
    await store.save(resumed);
    clock.set(resumed);
  }
  return { from, to, reached: clock.anchor.anchoredAt };
}

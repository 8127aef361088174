import type { Clock } from '../ground/clock/clock.ts';
import { type Instant, secondMs } from '../ground/clock/instant.ts';
import { DatabaseUnavailable } from '../ground/database/database.ts';
import type { ReadWriteLock } from './read-write-lock.ts';

export interface WorkerOptions {
  readonly clock: Clock;
  /** Closed while somebody moves the clock. */
  readonly gate: ReadWriteLock;
  /** Does one batch of what is due and answers how much it was. */
  readonly work: () => Promise<number>;
  readonly nextDueAt: () => Promise<Instant | undefined>;
  readonly afterWork?: () => void;
  readonly onBug: (error: unknown) => void;
}

export interface Worker {
  start(): void;
  /** Something may be due now: look without waiting. */
  poke(): void;
  /** Ends after the batch under way. */
  stop(): Promise<void>;
}

/** Work of other processes on the same database is noticed this late at the latest. */
const longestWaitMs = 250;
/** Something is due that another process is working on. */
const busyWaitMs = 50;
const waitAfterBugMs = secondMs;

/** A loop that works while something is due and otherwise sleeps until something is, or until it is poked. */
export function createWorker({ clock, gate, work, nextDueAt, afterWork, onBug }: WorkerOptions): Worker {
  let isStopped = false;
  let isPoked = false;
  let wake: (() => void) | undefined;
  let loop: Promise<void> = Promise.resolve();

  const sleep = async (delayMs: number): Promise<void> => {
    if (isPoked || isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    wake = undefined;
  };

  /** A look at what is due reads only; the batch that writes is begun when there is something to do. */
  const step = async (): Promise<void> => {
    const dueAt = await nextDueAt();
    if (dueAt === undefined) return sleep(longestWaitMs);
    if (dueAt > clock.now()) return sleep(Math.min(clock.realDelayMs(dueAt) ?? longestWaitMs, longestWaitMs));
    if ((await gate.shared(work)) === 0) return sleep(busyWaitMs);
    afterWork?.();
  };

  const run = async (): Promise<void> => {
    while (!isStopped) {
      isPoked = false;
      try {
        await step();
      } catch (error) {
        onBug(error);
        await sleep(error instanceof DatabaseUnavailable ? longestWaitMs : waitAfterBugMs);
      }
    }
  };

  return {
    start: () => {
      loop = run();
    },
    poke: () => {
      isPoked = true;
      wake?.();
    },
    stop: async () => {
      isStopped = true;
      wake?.();
      await loop;
    },
  };
}

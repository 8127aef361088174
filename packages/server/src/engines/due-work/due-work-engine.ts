import type { Clock } from '../../ground/clock/clock.ts';
import { type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { type Database, DatabaseUnavailable } from '../../ground/database/database.ts';
import type { Unit } from '../../ground/database/unit.ts';

/** A kind of due work with its own worker slot: a long batch does not delay other kinds. */
export interface WorkerSlot {
  readonly name: string;
  /** When work of this kind is due, by the clock of the engine. Only reads. */
  readonly nextDueAt: (unit: Unit) => Promise<Instant | undefined>;
  /** Does one batch of due work and returns how many items it did. */
  readonly work: () => Promise<number>;
}

export interface DueWorkEngineOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly slots: readonly WorkerSlot[];
  /** Called after a batch that did some work. */
  readonly afterWork: (name: string) => void;
  readonly onBug: (error: unknown) => void;
}

/** Work of other processes on the same database is noticed after this time at the latest. */
const longestWaitMs = 250;
/** How long to wait if another process is working on what is due. */
const busyWaitMs = 50;
const waitAfterBugMs = secondMs;

interface Slot extends WorkerSlot {
  /** The running batch. */
  batch: Promise<void> | undefined;
  /** When it started, in process time. */
  beganAtMs: number;
  /** When to poll the slot again, in process time, which cannot be set. */
  pollsAtMs: number;
}

/**
 * Reads the due times of all idle kinds at once and starts a batch of each kind that is due. Then it sleeps until
 * something is due or it is woken.
 */
export class DueWorkEngine {
  readonly #options: DueWorkEngineOptions;
  readonly #slots: readonly Slot[];
  #isStopped = false;
  #polledAtMs: number | undefined;
  #wake: () => void = () => undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: DueWorkEngineOptions) {
    this.#options = options;
    this.#slots = options.slots.map((slot) => ({ ...slot, batch: undefined, beganAtMs: 0, pollsAtMs: 0 }));
  }

  start(): void {
    this.#loop = this.#run();
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * How long ago the last iteration started, at most a quarter of a second if the engine is healthy; `undefined` before
   * the start.
   */
  polledAgoMs(): number | undefined {
    return this.#polledAtMs && performance.now() - this.#polledAtMs;
  }

  /** How long the running batch of a kind has taken; 0 if none is running. */
  workingForMs(name: string): number {
    const { batch, beganAtMs } = this.#slotOf(name);
    return batch === undefined ? 0 : performance.now() - beganAtMs;
  }

  /** Work of this kind may be due now: poll at once. */
  wake(name: string): void {
    this.#slotOf(name).pollsAtMs = 0;
    this.#wake();
  }

  /** Resolves after the running batches. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    await this.#loop;
    await Promise.all(this.#slots.map(({ batch }) => batch));
  }

  #slotOf(name: string): Slot {
    const slot = this.#slots.find((one) => one.name === name);
    if (slot === undefined) throw new Error(`there is no due work called ${name}`);
    return slot;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#polledAtMs = performance.now();
      try {
        await this.#step();
      } catch (error) {
        this.#options.onBug(error);
        const pollsAtMs = performance.now() + waitAfter(error);
        for (const slot of this.#slots) slot.pollsAtMs = pollsAtMs;
      }
    }
  }

  async #step(): Promise<void> {
    const nowMs = performance.now();
    const idle = this.#slots.filter(({ batch }) => batch === undefined);
    const ready = idle.filter(({ pollsAtMs }) => pollsAtMs <= nowMs);
    if (ready.length > 0) return this.#poll(ready);
    await this.#sleep(Math.min(longestWaitMs, ...idle.map(({ pollsAtMs }) => pollsAtMs - nowMs)));
  }

  async #poll(slots: readonly Slot[]): Promise<void> {
    const { database, clock } = this.#options;
    // A wake-up from here on needs another poll.
    for (const slot of slots) slot.pollsAtMs = Number.POSITIVE_INFINITY;
    const times = await database.read((unit) => Promise.all(slots.map((slot) => this.#timeOf(slot, unit))));
    const now = clock.now();
    for (const [index, slot] of slots.entries()) {
      const dueAt = times[index];
      if (dueAt !== undefined && dueAt <= now) {
        slot.beganAtMs = performance.now();
        slot.batch = this.#work(slot);
        continue;
      }
      const waitMs = dueAt === undefined ? longestWaitMs : (clock.realDelayMs(dueAt) ?? longestWaitMs);
      slot.pollsAtMs = Math.min(slot.pollsAtMs, performance.now() + Math.min(waitMs, longestWaitMs));
    }
  }

  /** If reading the due time of a kind fails, that kind pauses; the others continue. */
  async #timeOf(slot: Slot, unit: Unit): Promise<Instant | undefined> {
    try {
      return await slot.nextDueAt(unit);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      this.#options.onBug(error);
      return plusMs(this.#options.clock.now(), waitAfterBugMs);
    }
  }

  async #work(slot: Slot): Promise<void> {
    try {
      const done = await slot.work();
      slot.pollsAtMs = done > 0 ? 0 : Math.min(slot.pollsAtMs, performance.now() + busyWaitMs);
      if (done > 0) this.#options.afterWork(slot.name);
    } catch (error) {
      this.#options.onBug(error);
      slot.pollsAtMs = performance.now() + waitAfter(error);
    } finally {
      slot.batch = undefined;
      this.#wake();
    }
  }

  async #sleep(delayMs: number): Promise<void> {
    if (delayMs <= 0 || this.#isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function waitAfter(error: unknown): number {
  return error instanceof DatabaseUnavailable ? longestWaitMs : waitAfterBugMs;
}

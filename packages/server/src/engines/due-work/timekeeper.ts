import { setTimeout as delay } from 'node:timers/promises';
import { epochMsOf, type Instant, instantOf, plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type ClockRow, findClock, findFirstAdvance, renewAdvance } from '../clocks/clocks.ts';
import { type ClockSetting, lockedClock, setClock, shownBy } from './clock-settings.ts';
import type { DueDeps, DueWork } from './due-work.ts';

/** The state of a clock. */
export interface ClockState {
  readonly now: Instant;
  /** Simulated seconds per real second. */
  readonly scale: number;
  readonly isFrozen: boolean;
}

/** The result of a clock advance. */
export interface ClockAdvance {
  readonly from: Instant;
  /** The requested time. */
  readonly to: Instant;
  /** The time it reached: before `to` if there was too much due work for one advance. */
  readonly reached: Instant;
}

export interface AdvanceBounds {
  /** The most real time that an advance may take. */
  readonly realMs: number;
}

/** Another process has moved the clock for too long. */
export class ClockBusy extends Error {}

/** The process is about to end and starts no advance. */
export class ClockStopped extends Error {}

export interface TimekeeperOptions extends DueDeps {
  /** Creates ids of advances that are unique across processes. */
  readonly newId: () => string;
  /** Does a batch of due work for a platform and returns how many items it did. Failed items are due later. */
  readonly work: (tenant: number) => Promise<number>;
  /** When work that is not claimed yet is due for a platform. */
  readonly nextDueAt: (tenant: number) => Promise<Instant | undefined>;
  /** Whether a worker has claimed work of a platform that is due now. */
  readonly isWorkedOn: (unit: Unit, tenant: number, now: Instant) => Promise<boolean>;
  readonly onBug: (error: unknown) => void;
}

/** After this time without renewal, an advance counts as abandoned. */
const leaseMs = 6 * secondMs;
/** How long to wait for another move of the same clock. */
const longestWaitMs = 60 * secondMs;
/**
 * The longest wait for claimed work: longer than an attempt to send a webhook. Work of a dead process is not awaited
 * for longer.
 */
const patienceMs = 11 * secondMs;
const pollMs = 10;
/** How far the clock moves on if due work cannot be done. */
const pastMs = secondMs;

/**
 * Moves the clocks of the sandbox platforms independently. While a clock is advanced, no one else processes the timers
 * of its platform; other platforms are not affected. Safe in any number of processes at once.
 */
export class Timekeeper {
  readonly #options: TimekeeperOptions;
  /** The last move of each clock in this process. The next one waits for it. */
  readonly #moves = new Map<number, Promise<unknown>>();
  #isStopped = false;

  constructor(options: TimekeeperOptions) {
    this.#options = options;
  }

  async state(unit: Unit, tenant: number): Promise<ClockState> {
    const { clock } = this.#options;
    const row = await findClock(unit, tenant);
    if (row === undefined) return { now: clock.now(), scale: 1, isFrozen: false };
    return { now: shownBy(row, clock), scale: row.scale, isFrozen: row.is_frozen === 1 };
  }

  /** Changes how a clock runs, starting at the time that it shows. */
  change(tenant: number, change: Partial<Pick<ClockState, 'scale' | 'isFrozen'>>): Promise<ClockState> {
    return this.#inTurn(tenant, async () => {
      const { clock } = this.#options;
      const row = await this.#set(tenant, (before) => {
        const setting = { ...settingOf(before, shownBy(before, clock)), ...change };
        const isSame = setting.scale === before.scale && setting.isFrozen === (before.is_frozen === 1);
        return isSame && before.advance_id === null ? undefined : setting;
      });
      return { now: shownBy(row, clock), scale: row.scale, isFrozen: row.is_frozen === 1 };
    });
  }

  /**
   * Moves a clock on to the time that `aim` returns and does the due work on the way, each item at its own time. If
   * `aim` returns `undefined`, the clock does not move.
   */
  advance(
    tenant: number,
    aim: (now: Instant) => Instant | undefined,
    bounds: AdvanceBounds,
  ): Promise<ClockAdvance | undefined> {
    return this.#inTurn(tenant, async () => {
      if (this.#isStopped) throw new ClockStopped('this process is about to end');
      const { clock, newId } = this.#options;
      const id = newId();
      let to: Instant | undefined;
      const begun = await this.#set(tenant, (before) => {
        const now = shownBy(before, clock);
        to = aim(now);
        if (to === undefined) return undefined;
        return { ...settingOf(before, now), advance: { id, expiresMs: this.#leaseEnd() } };
      });
      if (to === undefined) return undefined;
      const from = instantOf(begun.anchored_at_ms);
      return { from, to, reached: await this.#travel({ tenant, id, reached: from, isLost: false }, to, bounds) };
    });
  }

  /** Releases clocks whose advance was abandoned by a dead process. */
  readonly abandoned: DueWork<DueDeps> = {
    name: 'clock_advances',
    work: async ({ database, clock }) => {
      const first = await database.read(findFirstAdvance);
      if (first === undefined || first.expiresMs > epochMsOf(clock.now())) return 0;
      await this.#set(first.tenant, (before) =>
        hasEnded(before, epochMsOf(clock.now())) ? settingOf(before, shownBy(before, clock)) : undefined,
      );
      return 1;
    },
    nextDueAt: async (unit) => {
      const first = await findFirstAdvance(unit);
      return first && instantOf(first.expiresMs);
    },
  };

  /** Ends the running advances at the times that they have reached, and starts no others. */
  stop(): void {
    this.#isStopped = true;
  }

  #leaseEnd(): number {
    return epochMsOf(this.#options.clock.now()) + leaseMs;
  }

  #inTurn<T>(tenant: number, move: () => Promise<T>): Promise<T> {
    const before = this.#moves.get(tenant) ?? Promise.resolve();
    const turn = before.then(move);
    const mine = turn
      .catch(() => undefined)
      .finally(() => this.#moves.get(tenant) === mine && this.#moves.delete(tenant));
    this.#moves.set(tenant, mine);
    return turn;
  }

  /** Sets a clock once no other process is advancing it. Leaves it unchanged if `choose` returns `undefined`. */
  async #set(tenant: number, choose: (before: ClockRow) => ClockSetting | undefined): Promise<ClockRow> {
    const { database, clock, clocks } = this.#options;
    const givesUpAt = performance.now() + longestWaitMs;
    for (;;) {
      const row = await database.transaction(async (unit) => {
        const before = await lockedClock(unit, tenant, clock);
        if (before.advance_id !== null && !hasEnded(before, epochMsOf(clock.now()))) return undefined;
        const setting = choose(before);
        return setting === undefined ? before : setClock(unit, before, clock, setting);
      });
      if (row !== undefined) {
        if (row.revision > 0) clocks.learn(tenant, row);
        return row;
      }
      if (this.#isStopped || performance.now() > givesUpAt) throw new ClockBusy('another process moves this clock');
      await delay(pollMs);
    }
  }

  async #travel(held: Held, to: Instant, { realMs }: AdvanceBounds): Promise<Instant> {
    const { clocks, onBug } = this.#options;
    const endsAtMs = performance.now() + realMs;
    const renewal = setInterval(() => {
      this.#renew(held).catch(onBug);
    }, leaseMs / 4);
    try {
      await this.#waitForOthers(held, endsAtMs);
      await this.#stepTo(held, to, endsAtMs);
    } finally {
      clearInterval(renewal);
      await this.#show(held, clocks.of(held.tenant).now(), true);
    }
    return held.reached;
  }

  /** Work that was claimed before this advance is finished by the workers that claimed it. */
  async #waitForOthers({ tenant, reached }: Held, endsAtMs: number): Promise<void> {
    const { database, isWorkedOn } = this.#options;
    const givesUpAtMs = Math.min(endsAtMs, performance.now() + patienceMs);
    while (!this.#isStopped && performance.now() < givesUpAtMs) {
      if (!(await database.read((unit) => isWorkedOn(unit, tenant, reached)))) return;
      await delay(pollMs);
    }
  }

  /** Moves from one due time to the next. The clock stands still at each until all its work is done. */
  async #stepTo(held: Held, to: Instant, endsAtMs: number): Promise<void> {
    const { work, nextDueAt } = this.#options;
    for (;;) {
      const done = await work(held.tenant);
      if (this.#isStopped || held.isLost || performance.now() >= endsAtMs) return;
      if (done > 0) continue;
      const dueAt = await nextDueAt(held.tenant);
      if (dueAt === undefined || dueAt > to) return this.#show(held, to);
      if (dueAt > held.reached) await this.#show(held, dueAt);
      else if (held.reached === to) return;
      else {
        // The due work cannot be done now: move the clock past it.
        const past = plusMs(held.reached, pastMs);
        await this.#show(held, past < to ? past : to);
      }
    }
  }

  /**
   * Each step is stored before its work, so that a process that dies never shows an earlier time than it has written.
   */
  async #show(held: Held, now: Instant, isEnd = false): Promise<void> {
    const { database, clock, clocks } = this.#options;
    if (held.isLost) return;
    const advance = { id: held.id, expiresMs: this.#leaseEnd() };
    const row = await database.transaction(async (unit) => {
      const before = await lockedClock(unit, held.tenant, clock);
      if (before.advance_id !== held.id) return undefined;
      const setting = settingOf(before, now);
      return setClock(unit, before, clock, isEnd ? setting : { ...setting, advance });
    });
    if (row === undefined) {
      held.isLost = true;
      return;
    }
    held.reached = now;
    clocks.learn(held.tenant, row);
  }

  async #renew(held: Held): Promise<void> {
    const { database } = this.#options;
    const expiresMs = this.#leaseEnd();
    held.isLost ||= !(await database.transaction((unit) => renewAdvance(unit, held.tenant, held.id, expiresMs)));
  }
}

/** An advance of this process. */
interface Held {
  readonly tenant: number;
  readonly id: string;
  reached: Instant;
  /** This process did not renew its lease, and another one took the clock over. */
  isLost: boolean;
}

function settingOf({ scale, is_frozen }: ClockRow, now: Instant): ClockSetting {
  return { now, scale, isFrozen: is_frozen === 1 };
}

/** Whether the lease of an advance has expired. */
function hasEnded({ advance_expires_ms: expiresMs }: ClockRow, nowMs: number): boolean {
  return expiresMs !== null && expiresMs <= nowMs;
}

import { setTimeout as delay } from 'node:timers/promises';
import { epochMsOf, type Instant, instantOf, plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type ClockRow, findClock, findFirstAdvance, renewAdvance } from '../clocks/clocks.ts';
import { type ClockSetting, lockedClock, setClock, shownBy } from './clock-settings.ts';
import type { DueDeps, DueWork } from './due-work.ts';

/** How a clock runs. */
export interface ClockState {
  readonly now: Instant;
  /** Simulated seconds per real second. */
  readonly scale: number;
  readonly isFrozen: boolean;
}

/** A clock advance that was made. */
export interface ClockAdvance {
  readonly from: Instant;
  /** Where it was to end. */
  readonly to: Instant;
  /** Where it ended: before `to` when there was too much to do at once. */
  readonly reached: Instant;
}

export interface AdvanceBounds {
  /** How long an advance may take. */
  readonly realMs: number;
}

/** The clock is being moved by somebody else, and has been for too long. */
export class ClockBusy extends Error {}

/** The process is about to end and begins no advance. */
export class ClockStopped extends Error {}

export interface TimekeeperOptions extends DueDeps {
  /** Makes names of advances that no other process makes. */
  readonly newId: () => string;
  /** Does a batch of what is due for a platform, and returns how much that was. What cannot be done is due later. */
  readonly work: (tenant: number) => Promise<number>;
  /** When something is due for a platform that nobody works on yet. */
  readonly nextDueAt: (tenant: number) => Promise<Instant | undefined>;
  /** Whether something of a platform is being worked on that is due now. */
  readonly isWorkedOn: (unit: Unit, tenant: number, now: Instant) => Promise<boolean>;
  readonly onBug: (error: unknown) => void;
}

/** An advance is given up so long after its process was last heard of. */
const leaseMs = 6 * secondMs;
/** How long to wait for another move of the same clock. */
const longestWaitMs = 60 * secondMs;
/** Longer than an attempt to send a webhook; what a process had that died is waited for no longer. */
const patienceMs = 11 * secondMs;
const pollMs = 10;
/** How far to go on when something is due that cannot be done. */
const pastMs = secondMs;

/**
 * Moves the clocks of the sandbox platforms, each by itself. While one is advanced its platform's timers are due for
 * nobody else; all other platforms go on. In any number of processes at once.
 */
export class Timekeeper {
  readonly #options: TimekeeperOptions;
  /** The last move of each clock in this process: the next one waits for it. */
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

  /** Changes how a clock runs, from the moment that it shows. */
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
   * Moves a clock on to the moment that `aim` picks, doing what becomes due on the way, each thing at its own time.
   * When `aim` returns `undefined` nothing is moved.
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

  /** Lets the clocks of advances run on whose process has died. */
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

  /** Ends the advances at the moments that they have reached, and begins no others. */
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

  /** Sets a clock once no advance of another process moves it; leaves it as it is for `undefined`. */
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

  /** What was claimed before the clock was taken is ended by those who claimed it. */
  async #waitForOthers({ tenant, reached }: Held, endsAtMs: number): Promise<void> {
    const { database, isWorkedOn } = this.#options;
    const givesUpAtMs = Math.min(endsAtMs, performance.now() + patienceMs);
    while (!this.#isStopped && performance.now() < givesUpAtMs) {
      if (!(await database.read((unit) => isWorkedOn(unit, tenant, reached)))) return;
      await delay(pollMs);
    }
  }

  /** Step by step from one due moment to the next, the clock standing still at each until all is done there. */
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
        // What is due cannot be done now: time goes on past it.
        const past = plusMs(held.reached, pastMs);
        await this.#show(held, past < to ? past : to);
      }
    }
  }

  /** Each step is stored before its work: a process that dies never shows an earlier time than what it has written. */
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

/** An advance that this process makes. */
interface Held {
  readonly tenant: number;
  readonly id: string;
  reached: Instant;
  /** This process was not heard of for so long that another one took the clock over. */
  isLost: boolean;
}

function settingOf({ scale, is_frozen }: ClockRow, now: Instant): ClockSetting {
  return { now, scale, isFrozen: is_frozen === 1 };
}

/** Whether the process that advances a clock has not been heard of for the length of its lease. */
function hasEnded({ advance_expires_ms: expiresMs }: ClockRow, nowMs: number): boolean {
  return expiresMs !== null && expiresMs <= nowMs;
}

import { type Clock, createMovableClock, type MovableClock, realAnchor } from '../../ground/clock/clock.ts';
import { epochMsOf, type Instant, plusMs } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { anchorOf, type ClockRow, findClock, type JoinedClock } from './clocks.ts';

interface Known {
  readonly movable: MovableClock;
  revision: number;
  /** Whether somebody is stepping through the time of the platform right now. */
  isAdvancing: boolean;
}

/** The clock of one platform as this process knows it. */
export interface PlatformClock extends Clock {
  readonly isAdvancing: boolean;
  /** Whether it is not just the time of the system. */
  readonly isOwn: boolean;
  /** When the clock of the system shows what this one shows at `instant`; `undefined` while it does not get there. */
  realAt(instant: Instant): Instant | undefined;
}

/**
 * The clocks of the sandbox platforms, as far as this process has met them. Whoever reads a request's credentials or
 * claims due work reads the clock along with it and hands it in here, so that nobody has to be told of a change.
 */
export class PlatformClocks {
  readonly #system: Clock;
  readonly #known = new Map<number, Known>();
  readonly #clocks = new Map<number, PlatformClock>();

  constructor(system: Clock) {
    this.#system = system;
  }

  /** Real time, for what is about the world outside. */
  get system(): Clock {
    return this.#system;
  }

  of(tenant: number): PlatformClock {
    const made = this.#clocks.get(tenant) ?? this.#make(tenant);
    this.#clocks.set(tenant, made);
    return made;
  }

  /** Takes in what was read; what was read earlier and arrives later changes nothing. */
  learn(tenant: number, row: JoinedClock | Omit<ClockRow, 'advance_id'>): PlatformClock {
    if (row.revision !== null) this.#set(tenant, row as ClockRow);
    return this.of(tenant);
  }

  /** Takes in the clock of a platform along with what else is read of it. */
  async read(unit: Unit, tenant: number): Promise<void> {
    const row = await findClock(unit, tenant);
    if (row !== undefined) this.learn(tenant, row);
  }

  /** Reads the clock of a platform that this process has not met; what is known is read along with what is claimed. */
  async meet(database: Database, tenant: number): Promise<void> {
    if (this.#clocks.has(tenant)) return;
    await database.read((unit) => this.read(unit, tenant));
    this.of(tenant);
  }

  /** The tenant is gone, or its number is that of one which was never made. */
  forget(tenant: number): void {
    this.#known.delete(tenant);
    this.#clocks.delete(tenant);
  }

  #set(tenant: number, row: ClockRow): void {
    const known = this.#known.get(tenant);
    if (known !== undefined && known.revision >= row.revision) return;
    const movable = known?.movable ?? createMovableClock(realAnchor, () => epochMsOf(this.#system.now()));
    movable.set(anchorOf(row));
    this.#known.set(tenant, { movable, revision: row.revision, isAdvancing: row.advance_expires_ms !== null });
  }

  #make(tenant: number): PlatformClock {
    const current = (): Clock => this.#known.get(tenant)?.movable ?? this.#system;
    const known = this.#known;
    return {
      now: (): Instant => current().now(),
      realDelayMs: (instant) => current().realDelayMs(instant),
      shownMs: (realMs) => current().shownMs(realMs),
      get isAdvancing() {
        return known.get(tenant)?.isAdvancing ?? false;
      },
      get isOwn() {
        return known.has(tenant);
      },
      realAt: (instant) => {
        const own = known.get(tenant)?.movable;
        if (own === undefined) return instant;
        const now = this.#system.now();
        const delayMs = instant <= own.now() ? 0 : own.realDelayMs(instant);
        return delayMs === null ? undefined : plusMs(now, delayMs);
      },
    };
  }
}

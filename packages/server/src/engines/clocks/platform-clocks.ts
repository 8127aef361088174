import { type Clock, createMovableClock, type MovableClock, realAnchor } from '../../ground/clock/clock.ts';
import { epochMsOf, type Instant, plusMs } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { anchorOf, type ClockRow, findClock, type JoinedClock } from './clocks.ts';

interface Known {
  readonly movable: MovableClock;
  revision: number;
  /** Whether an advance of the platform's clock is running. */
  isAdvancing: boolean;
}

/** The clock of one platform, as last read by this process. */
export interface PlatformClock extends Clock {
  readonly isAdvancing: boolean;
  /** Whether it differs from system time. */
  readonly isOwn: boolean;
  /** When this clock reaches `instant`, in system time; `undefined` if it does not while it is set as now. */
  realAt(instant: Instant): Instant | undefined;
}

/**
 * The clocks of the sandbox platforms that this process has read. Code that reads a request's credentials or claims due
 * work reads the clock in the same statement and passes it to `learn`, so changes need no notification.
 */
export class PlatformClocks {
  readonly #system: Clock;
  readonly #known = new Map<number, Known>();
  readonly #clocks = new Map<number, PlatformClock>();

  constructor(system: Clock) {
    this.#system = system;
  }

  /** Real time, for everything that concerns the outside world. */
  get system(): Clock {
    return this.#system;
  }

  of(tenant: number): PlatformClock {
    const made = this.#clocks.get(tenant) ?? this.#make(tenant);
    this.#clocks.set(tenant, made);
    return made;
  }

  /** Stores a clock that was read. Ignores a row that is not newer than the stored one. */
  learn(tenant: number, row: JoinedClock | Omit<ClockRow, 'advance_id'>): PlatformClock {
    if (row.revision !== null) this.#set(tenant, row as ClockRow);
    return this.of(tenant);
  }

  /** Reads and stores the clock of a platform in the unit of another read. */
  async read(unit: Unit, tenant: number): Promise<void> {
    const row = await findClock(unit, tenant);
    if (row !== undefined) this.learn(tenant, row);
  }

  /**
   * Reads the clock of a platform that this process does not know yet. Known clocks are updated when work is claimed.
   */
  async meet(database: Database, tenant: number): Promise<void> {
    if (this.#clocks.has(tenant)) return;
    await database.read((unit) => this.read(unit, tenant));
    this.of(tenant);
  }

  /** Call it when a tenant is deleted, or its number belongs to one that was never created. */
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

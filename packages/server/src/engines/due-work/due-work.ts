import type { Clock } from '../../ground/clock/clock.ts';
import { earliestOf, type Instant, secondMs } from '../../ground/clock/instant.ts';
import { type Database, DatabaseUnavailable } from '../../ground/database/database.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { PlatformClocks } from '../clocks/platform-clocks.ts';

/** The dependencies of every kind of due work. */
export interface DueDeps {
  readonly database: Database;
  /** Real time. */
  readonly clock: Clock;
  readonly clocks: PlatformClocks;
}

export type Report = (bug: unknown) => void;

/** Work that a module does at its due time, without a request. */
export interface DueWork<D extends DueDeps> {
  readonly name: string;
  /**
   * Does one batch of due work and returns how many items it did: of all platforms whose clocks run on their own, or of
   * the one whose clock is being advanced. Safe in any number of processes at once.
   */
  readonly work: (deps: D, report: Report, tenant?: number) => Promise<number>;
  /**
   * When work is due in real time. Only reads, and no more than the first entry of an index. If it is polled, work that
   * became due in the past may be missed a few times.
   */
  readonly nextDueAt: (unit: Unit, deps: D, isPolled?: boolean) => Promise<Instant | undefined>;
  /** When work of one platform is due by its own clock. Absent if the work follows real time only. */
  readonly nextDueAtOf?: (unit: Unit, deps: D, tenant: number) => Promise<Instant | undefined>;
}

/** When the first of several kinds of work is due in real time. */
export async function firstDueAt<D extends DueDeps>(
  kinds: readonly DueWork<D>[],
  deps: D,
): Promise<Instant | undefined> {
  return earliestOf(await timesOf(kinds, deps));
}

/** When the first of several kinds of work is due for one platform, by its own clock. */
export async function firstDueAtOf<D extends DueDeps>(
  kinds: readonly DueWork<D>[],
  deps: D,
  tenant: number,
): Promise<Instant | undefined> {
  return earliestOf(await timesOf(kinds, deps, tenant));
}

function timesOf<D extends DueDeps>(
  kinds: readonly DueWork<D>[],
  deps: D,
  tenant?: number,
): Promise<(Instant | undefined)[]> {
  return deps.database.read((unit) =>
    Promise.all(
      kinds.map(({ nextDueAt, nextDueAtOf }) =>
        tenant === undefined ? nextDueAt(unit, deps) : nextDueAtOf?.(unit, deps, tenant),
      ),
    ),
  );
}

/**
 * Does a batch of every kind that is due now, and returns how many items that were. At most steps of a clock, most
 * kinds are not due, and reading their due times is cheaper than a unit that finds nothing.
 */
export async function runDueWork<D extends DueDeps>(
  kinds: readonly DueWork<D>[],
  deps: D,
  report: Report,
  tenant?: number,
): Promise<number> {
  const times = await timesOf(kinds, deps, tenant);
  const now = (tenant === undefined ? deps.clock : deps.clocks.of(tenant)).now();
  const due = kinds.filter((_, index) => {
    const at = times[index];
    return at !== undefined && at <= now;
  });
  let done = 0;
  for (const { work } of due) done += await work(deps, report, tenant);
  return done;
}

/** How long a kind of work pauses after it failed as a whole, in real time. */
const restMs = secondMs;

/**
 * The same work with isolated failures: a failure is reported and pauses this kind for a moment, while the other kinds
 * and the clock continue. Failures of single rows do not get here: `dueTimers` handles them.
 */
export function isolated<D extends DueDeps>(kind: DueWork<D>): DueWork<D> {
  const { name, work, nextDueAt, nextDueAtOf } = kind;
  let restsUntil = Number.NEGATIVE_INFINITY;
  const rests = (): boolean => performance.now() < restsUntil;
  return {
    name,
    work: async (deps, report, tenant) => {
      if (rests()) return 0;
      try {
        return await work(deps, report, tenant);
      } catch (error) {
        // Not a failure of this kind: without the database no work is possible, and the clock must wait.
        if (error instanceof DatabaseUnavailable) throw error;
        report(error);
        restsUntil = performance.now() + restMs;
        return 0;
      }
    },
    nextDueAt: async (unit, deps, isPolled) => (rests() ? undefined : nextDueAt(unit, deps, isPolled)),
    ...(nextDueAtOf && {
      nextDueAtOf: async (unit: Unit, deps: D, tenant: number) =>
        rests() ? undefined : nextDueAtOf(unit, deps, tenant),
    }),
  };
}

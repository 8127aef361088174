import type { Clock } from '../../ground/clock/clock.ts';
import { earliestOf, type Instant, secondMs } from '../../ground/clock/instant.ts';
import { type Database, DatabaseUnavailable } from '../../ground/database/database.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { PlatformClocks } from '../clocks/platform-clocks.ts';

/** What every kind of due work needs. */
export interface DueDeps {
  readonly database: Database;
  /** Real time. */
  readonly clock: Clock;
  readonly clocks: PlatformClocks;
}

export type Report = (bug: unknown) => void;

/** What a module does when its time comes, without a request. */
export interface DueWork<D extends DueDeps> {
  readonly name: string;
  /**
   * Does one batch of what is due and returns how much it was: of all platforms whose time runs by itself, or of the
   * one whose clock is being advanced. Safe in any number of processes at once.
   */
  readonly work: (deps: D, report: Report, tenant?: number) => Promise<number>;
  /** When something is due in real time. Reads only, and no more than the first entry of an index. */
  readonly nextDueAt: (unit: Unit, deps: D) => Promise<Instant | undefined>;
  /** When something of one platform is due by its own clock; left out where the work follows real time only. */
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
 * Does a batch of every kind that is due now, and returns how much that was. Most kinds are not, at most steps of a
 * clock, and a look costs less than a unit that finds nothing.
 */
export async function workOnDue<D extends DueDeps>(
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

/** How long a kind of work rests that failed as a whole, in real time. */
const restMs = secondMs;

/**
 * The same work, whose failure is its own: it is reported and rests for a moment, while the other kinds are done
 * and time goes on. One row that fails does not come here; `dueTimers` deals with it.
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
        // That is no failure of this kind: nothing can be done, and time waits for it.
        if (error instanceof DatabaseUnavailable) throw error;
        report(error);
        restsUntil = performance.now() + restMs;
        return 0;
      }
    },
    nextDueAt: async (unit, deps) => (rests() ? undefined : nextDueAt(unit, deps)),
    ...(nextDueAtOf && {
      nextDueAtOf: async (unit: Unit, deps: D, tenant: number) =>
        rests() ? undefined : nextDueAtOf(unit, deps, tenant),
    }),
  };
}

import type { Clock } from '../../ground/clock/clock.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { secondMs } from '../../ground/clock/instant.ts';
import { type Database, DatabaseUnavailable } from '../../ground/database/database.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { never } from './queues.ts';

/** What every kind of due work needs. */
export interface DueDeps {
  readonly database: Database;
  readonly clock: Clock;
}

export type Report = (bug: unknown) => void;

/** What a room does when its time comes, without a request. The time is a column of the room's own rows. */
export interface DueWork<D extends DueDeps> {
  readonly name: string;
  /** Does one batch of what is due and answers how much it was. Safe in any number of processes at once. */
  readonly work: (deps: D, report: Report) => Promise<number>;
  readonly nextDueAt: (unit: Unit, deps: D) => Promise<Instant | undefined>;
}

/** When the first of several kinds of work is due. */
export async function firstDueAt<D extends DueDeps>(
  kinds: readonly DueWork<D>[],
  deps: D,
): Promise<Instant | undefined> {
  const times = await Promise.all(kinds.map(({ nextDueAt }) => deps.database.read((unit) => nextDueAt(unit, deps))));
  return times.filter((at) => at !== undefined).sort()[0];
}

/**
 * Does a batch of every kind that is due now, and answers how much that was. Most kinds are not, at most steps of the
 * clock, and a look costs less than a unit that finds nothing.
 */
export async function workOnDue<D extends DueDeps>(
  kinds: readonly DueWork<D>[],
  deps: D,
  report: Report,
): Promise<number> {
  const now = deps.clock.now();
  const times = await Promise.all(kinds.map(({ nextDueAt }) => deps.database.read((unit) => nextDueAt(unit, deps))));
  const due = kinds.filter((_, index) => (times[index] ?? never) <= now);
  let done = 0;
  for (const { work } of due) done += await work(deps, report);
  return done;
}

/** How long a kind of work rests that failed as a whole, in real time. */
const restMs = secondMs;

/**
 * The same work, whose failure is its own: it is reported and rests for a moment, while the other kinds are done
 * and time goes on. One row that fails does not come here; `dueRows` deals with it.
 */
export function isolated<D extends DueDeps>({ name, work, nextDueAt }: DueWork<D>): DueWork<D> {
  let restsUntil = Number.NEGATIVE_INFINITY;
  const rests = (): boolean => performance.now() < restsUntil;
  return {
    name,
    work: async (deps, report) => {
      if (rests()) return 0;
      try {
        return await work(deps, report);
      } catch (error) {
        // That is no failure of this kind: nothing can be done, and time waits for it.
        if (error instanceof DatabaseUnavailable) throw error;
        report(error);
        restsUntil = performance.now() + restMs;
        return 0;
      }
    },
    nextDueAt: async (unit, deps) => (rests() ? undefined : nextDueAt(unit, deps)),
  };
}

import type { Instant } from '../clock/instant.ts';
import type { Unit } from '../database/unit.ts';
import type { Deps } from '../deps.ts';

/** What a room does when its time comes, without a request. The time is a `due_at` column of the room's own rows. */
export interface DueWork {
  /** Does one batch of what is due and answers how much it was. Safe in any number of processes at once. */
  readonly work: (deps: Deps) => Promise<number>;
  readonly nextDueAt: (unit: Unit, deps: Deps) => Promise<Instant | undefined>;
}

/** When the first of several kinds of work is due. */
export async function firstDueAt(kinds: readonly DueWork[], deps: Deps): Promise<Instant | undefined> {
  const times = await Promise.all(kinds.map(({ nextDueAt }) => deps.database.read((unit) => nextDueAt(unit, deps))));
  return times.filter((at) => at !== undefined).sort()[0];
}

/** Does a batch of every kind that is due and answers how much that was. */
export async function workOnAll(kinds: readonly DueWork[], deps: Deps): Promise<number> {
  let done = 0;
  for (const { work } of kinds) done += await work(deps);
  return done;
}

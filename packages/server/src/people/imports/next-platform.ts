import { sql } from 'kysely';
import { epochMsOf } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import { statement } from '../../ground/database/statement.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import { importTimers } from './bulk-imports-repository.ts';

interface Waiting {
  readonly tenant: number;
  /** The creator of a sandbox world, which shares its turns; the platform itself otherwise. */
  readonly party: number;
}

const listWaiting = statement<{ readonly nowMs: number }, Waiting>('listPlatformsOfDueImports', (db, { nowMs }) =>
  db
    .selectFrom('timers')
    .leftJoin('sandbox_worlds', 'sandbox_worlds.world', 'timers.tenant')
    .select(['timers.tenant', sql<number>`coalesce(sandbox_worlds.tenant, timers.tenant)`.as('party')])
    .where('timers.kind', '=', importTimers)
    .where('timers.due_real_ms', '<=', nowMs)
    .groupBy(['timers.tenant', 'sandbox_worlds.tenant'])
    .orderBy(sql`min(timers.due_real_ms)`),
);

/** The number of the last turn of each party that still waits, by database. */
const lastTurns = new WeakMap<Database, ReadonlyMap<number, number>>();

/**
 * The platform whose import gets the next turn in this process. Platforms take turns, so that one which uploads many
 * or large files does not delay the files of others.
 */
export async function nextPlatform({ database, clock, clocks }: ServerDeps): Promise<number | undefined> {
  const turns = lastTurns.get(database) ?? new Map<number, number>();
  return database.read(async (unit) => {
    const waiting = await unit.all(listWaiting, { nowMs: epochMsOf(clock.now()) });
    const lastOf = ({ party }: Waiting): number => turns.get(party) ?? 0;
    const [first] = waiting.toSorted((one, other) => lastOf(one) - lastOf(other));
    if (first === undefined) return undefined;
    const present = new Set(waiting.map(({ party }) => party));
    const latest = Math.max(0, ...turns.values());
    const kept = [...turns].filter(([party]) => present.has(party));
    lastTurns.set(database, new Map([...kept, [first.party, latest + 1]]));
    await clocks.read(unit, first.tenant);
    return first.tenant;
  });
}

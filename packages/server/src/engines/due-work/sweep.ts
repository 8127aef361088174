import { sql } from 'kysely';
import { type Instant, plusMs } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { rawQuery, type Statement, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type ClockRow, clocksOfRowsIn } from '../clocks/clocks.ts';
import type { DueDeps, DueWork } from './due-work.ts';
import { periodicWork } from './periodic-work.ts';

/** The rows that one statement may remove: those of one platform, or of all that have no clock of their own. */
interface SweepScope {
  readonly tenant: number | null;
  /** The time that the clock of those platforms shows. */
  readonly now: Instant;
}

/** The most rows that one unit removes, so that it blocks other writers only for some milliseconds. */
export const sweepBatchSize = 500;

/** A table whose rows expire at the time in one of its columns, which has an index. */
export interface Expiring<T extends keyof Schema> {
  readonly table: T;
  /** The columns of its primary key. */
  readonly key: readonly (keyof Schema[T] & string)[];
  readonly column: keyof Schema[T] & string;
  /** How long a row is kept after it has expired. */
  readonly beyondMs?: number;
}

function removal<T extends keyof Schema>(
  { table, key, column }: Expiring<T>,
  which: 'ONE' | 'OTHERS' | 'ALL',
): Statement<SweepScope, never> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  return statement<SweepScope, never>(`sweep ${table} of ${which}`, (db, { tenant, now }) => {
    const whose = {
      ONE: sql`and tenant = ${tenant}`,
      OTHERS: sql`and tenant not in (select tenant from clocks)`,
      ALL: sql``,
    }[which];
    return rawQuery(
      sql<never>`delete from ${sql.table(table)} where (${columns}) in (
        select ${columns} from ${sql.table(table)} where ${sql.ref(column)} <= ${now} ${whose} limit ${sql.lit(sweepBatchSize)})`,
      db,
    );
  });
}

/** Removes rows in separate units, until a unit finds fewer than it may remove. */
async function inBatches(database: Database, remove: (unit: Unit) => Promise<number>): Promise<number> {
  let removed = 0;
  for (let count = sweepBatchSize; count >= sweepBatchSize; removed += count)
    count = await database.transaction(remove);
  return removed;
}

/**
 * Removes expired rows of a table at an interval of real time. Readers must ignore expired rows that are still there. A
 * platform with a clock of its own is swept by that clock, and costs nothing while it has no rows.
 */
export function sweepEvery<T extends keyof Schema>(expiring: Expiring<T>, intervalMs: number): DueWork<DueDeps> {
  const [ofOne, ofOthers] = [removal(expiring, 'ONE'), removal(expiring, 'OTHERS')];
  const sweep = (unit: Unit, scope: SweepScope) => unit.run(scope.tenant === null ? ofOthers : ofOne, scope);
  return sweepBy(expiring, intervalMs, sweep, clocksOfRowsIn(expiring.table));
}

/** The same for rows that expire in real time, whatever the clocks of their platforms show. */
export function sweepInRealTime<T extends keyof Schema>(expiring: Expiring<T>, intervalMs: number): DueWork<DueDeps> {
  const all = removal(expiring, 'ALL');
  return sweepBy(
    expiring,
    intervalMs,
    (unit, scope) => unit.run(all, scope),
    async () => [],
  );
}

function sweepBy(
  { table: name, beyondMs = 0 }: { readonly table: keyof Schema; readonly beyondMs?: number },
  intervalMs: number,
  sweep: (unit: Unit, scope: SweepScope) => Promise<number>,
  listClocks: (unit: Unit) => Promise<ClockRow[]>,
): DueWork<DueDeps> {
  return periodicWork(name, intervalMs, async ({ database, clock, clocks }) => {
    const now = clock.now();
    const remove = (tenant: number | null, shown: Instant): Promise<number> =>
      inBatches(database, (unit) => sweep(unit, { tenant, now: plusMs(shown, -beyondMs) }));
    // Separate units for each platform, so that no request waits for the sweep of all of them.
    let removed = await remove(null, now);
    for (const row of await database.read(listClocks)) {
      const { tenant } = row;
      removed += await remove(tenant, clocks.learn(tenant, row).now());
    }
    return removed;
  });
}

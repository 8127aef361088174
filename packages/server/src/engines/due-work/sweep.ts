import { sql } from 'kysely';
import { type Instant, plusMs } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { rawQuery, type Statement, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type ClockRow, clocksOfRowsIn } from '../clocks/clocks.ts';
import type { DueDeps, DueWork } from './due-work.ts';
import { nowAndThen } from './now-and-then.ts';

/** What is removed at once: the rows of one platform, or of all that have no clock of their own. */
export interface SweepScope {
  readonly tenant: number | null;
  /** What the clock of those platforms shows. */
  readonly now: Instant;
}

/** Rows that one unit removes, so that the writer is free again in some milliseconds. */
export const sweptAtOnce = 500;

/** A table whose rows run out at a moment that one of its columns has, behind which an index finds them. */
export interface Expiring<T extends keyof Schema> {
  readonly table: T;
  /** The columns of its primary key. */
  readonly key: readonly (keyof Schema[T] & string)[];
  readonly column: keyof Schema[T] & string;
  /** How long a row is kept beyond that moment. */
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
        select ${columns} from ${sql.table(table)} where ${sql.ref(column)} <= ${now} ${whose} limit ${sql.lit(sweptAtOnce)})`,
      db,
    );
  });
}

/** Does it in units of their own, until one of them finds less than it could have removed. */
export async function inBatches(
  database: Database,
  atOnce: number,
  remove: (unit: Unit) => Promise<number>,
): Promise<number> {
  let removed = 0;
  for (let count = atOnce; count >= atOnce; removed += count) count = await database.transaction(remove);
  return removed;
}

/**
 * Removes rows of a table that have run out, now and then in real time: nobody finds them any more when they are still
 * there. A platform with a clock of its own is swept by that, and costs nothing while it has no rows.
 */
export function sweepEvery<T extends keyof Schema>(expiring: Expiring<T>, intervalMs: number): DueWork<DueDeps> {
  const [ofOne, ofOthers] = [removal(expiring, 'ONE'), removal(expiring, 'OTHERS')];
  const sweep = (unit: Unit, scope: SweepScope) => unit.run(scope.tenant === null ? ofOthers : ofOne, scope);
  return sweepBy(expiring, intervalMs, sweep, clocksOfRowsIn(expiring.table));
}

/** The same for rows that run out in real time, whatever the clocks of their platforms show. */
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
  return nowAndThen(name, intervalMs, async ({ database, clock, clocks }) => {
    const now = clock.now();
    const remove = (tenant: number | null, shown: Instant): Promise<number> =>
      inBatches(database, sweptAtOnce, (unit) => sweep(unit, { tenant, now: plusMs(shown, -beyondMs) }));
    // Units for each: however many platforms have a clock, none of their requests waits for all of them.
    let removed = await remove(null, now);
    for (const row of await database.read(listClocks)) {
      const { tenant } = row;
      removed += await remove(tenant, clocks.learn(tenant, row).now());
    }
    return removed;
  });
}

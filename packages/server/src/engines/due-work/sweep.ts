import type { Instant } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import type { Schema } from '../../ground/database/schema.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type ClockRow, clocksOfRowsIn } from '../clocks/clocks.ts';
import type { DueDeps, DueWork } from './due-work.ts';

/** What is removed at once: the rows of one platform, or of all that have no clock of their own. */
export interface SweepScope {
  readonly tenant: number | null;
  /** What the clock of those platforms shows. */
  readonly now: Instant;
}

/**
 * Removes rows of a table that have run out, now and then in real time: nobody finds them any more when they are still
 * there. A platform with a clock of its own is swept by that, and costs nothing while it has no rows.
 */
export function sweepEvery(
  table: keyof Schema,
  intervalMs: number,
  sweep: (unit: Unit, scope: SweepScope) => Promise<number>,
): DueWork<DueDeps> {
  return sweepBy(table, intervalMs, sweep, clocksOfRowsIn(table));
}

/** The same for rows that run out in real time, whatever the clocks of their platforms show. */
export function sweepInRealTime(
  table: keyof Schema,
  intervalMs: number,
  sweep: (unit: Unit, now: Instant) => Promise<number>,
): DueWork<DueDeps> {
  return sweepBy(
    table,
    intervalMs,
    (unit, { now }) => sweep(unit, now),
    async () => [],
  );
}

function sweepBy(
  name: string,
  intervalMs: number,
  sweep: (unit: Unit, scope: SweepScope) => Promise<number>,
  listClocks: (unit: Unit) => Promise<ClockRow[]>,
): DueWork<DueDeps> {
  /** By the clock of the process, which nobody sets. */
  const sweepsAtMs = new WeakMap<Database, number>();
  return {
    name,
    nextDueAt: async (_unit, { database, clock }) => {
      const atMs = sweepsAtMs.get(database) ?? performance.now() + intervalMs;
      sweepsAtMs.set(database, atMs);
      return atMs <= performance.now() ? clock.now() : undefined;
    },
    work: async ({ database, clock, clocks }) => {
      const now = clock.now();
      sweepsAtMs.set(database, performance.now() + intervalMs);
      // A unit for each: however many platforms have a clock, none of their requests waits for all of them.
      let removed = await database.transaction((unit) => sweep(unit, { tenant: null, now }));
      for (const row of await database.read(listClocks)) {
        const { tenant } = row;
        const shown = clocks.learn(tenant, row).now();
        removed += await database.transaction((unit) => sweep(unit, { tenant, now: shown }));
      }
      return removed;
    },
  };
}

import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ClockAnchor } from '../../ground/clock/clock.ts';
import { endOfTimeMs, instantOf } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { rawQuery, statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { ClocksTable } from './tables.ts';

/** The clock of a sandbox platform. A platform without one uses system time. */
export type ClockRow = Selectable<ClocksTable>;

/** The columns of a clock in a statement that joins it; all are null if the platform has no clock. */
export type JoinedClock = { readonly [C in Exclude<keyof ClockRow, 'tenant' | 'advance_id'>]: ClockRow[C] | null };

export const joinedColumns = [
  'clocks.anchored_at_ms',
  'clocks.anchored_at_real_ms',
  'clocks.scale',
  'clocks.is_frozen',
  'clocks.revision',
  'clocks.advance_expires_ms',
] as const;

/**
 * SQL over a left-joined row `clocks`: when the platform's clock reaches `dueMs`, in real time. With a frozen clock
 * that is at once if the clock shows the time already, and otherwise never. While the clock is being
 * advanced it is never.
 */
export function realMsOf(dueMs: RawBuilder<number>): RawBuilder<number> {
  const notDue = sql.lit(endOfTimeMs);
  return sql<number>`case
    when clocks.tenant is null or ${dueMs} >= ${notDue} then ${dueMs}
    when clocks.advance_expires_ms is not null then ${notDue}
    when clocks.is_frozen = 1 then case when ${dueMs} <= clocks.anchored_at_ms then 0 else ${notDue} end
    else clocks.anchored_at_real_ms + (${dueMs} - clocks.anchored_at_ms + clocks.scale - 1) / clocks.scale end`;
}

const find = table('clocks').find();

export async function findClock(unit: Unit, tenant: number): Promise<ClockRow | undefined> {
  const row = await unit.first(find, { tenant });
  return row && withNumbers(row);
}

const insert = statement<ClockRow, never>('insertClock', (db, row) =>
  db.insertInto('clocks').values({
    tenant: row.tenant,
    anchored_at_ms: row.anchored_at_ms,
    anchored_at_real_ms: row.anchored_at_real_ms,
    scale: row.scale,
    is_frozen: row.is_frozen,
    revision: row.revision,
    advance_id: row.advance_id,
    advance_expires_ms: row.advance_expires_ms,
  }),
);

const update = statement<ClockRow, never>('updateClock', (db, row) =>
  db
    .updateTable('clocks')
    .set({
      anchored_at_ms: row.anchored_at_ms,
      anchored_at_real_ms: row.anchored_at_real_ms,
      scale: row.scale,
      is_frozen: row.is_frozen,
      revision: row.revision,
      advance_id: row.advance_id,
      advance_expires_ms: row.advance_expires_ms,
    })
    .where('tenant', '=', row.tenant),
);

/** The caller must hold the lock of the clock. */
export function saveClock(unit: Unit, row: ClockRow, isNew: boolean): void {
  unit.write(isNew ? insert : update, row);
}

const renew = statement<{ readonly tenant: number; readonly id: string; readonly expiresMs: number }, never>(
  'renewAdvance',
  (db, { tenant, id, expiresMs }) =>
    db
      .updateTable('clocks')
      .set({ advance_expires_ms: expiresMs })
      .where('tenant', '=', tenant)
      .where('advance_id', '=', id),
);

/** Extends the lease of an advance. Returns whether that advance still moves the clock. */
export async function renewAdvance(unit: Unit, tenant: number, id: string, expiresMs: number): Promise<boolean> {
  return (await unit.run(renew, { tenant, id, expiresMs })) === 1;
}

const firstExpiry = statement<Record<never, never>, Pick<ClockRow, 'tenant' | 'advance_expires_ms'>>(
  'firstExpiryOfAdvances',
  (db) =>
    db
      .selectFrom('clocks')
      .select(['tenant', 'advance_expires_ms'])
      .where('advance_expires_ms', 'is not', null)
      .orderBy('advance_expires_ms')
      .limit(1),
);

/** The advance whose lease expires first: its process may have died. */
export async function findFirstAdvance(
  unit: Unit,
): Promise<{ readonly tenant: number; readonly expiresMs: number } | undefined> {
  const row = await unit.first(firstExpiry, {});
  return row && { tenant: row.tenant, expiresMs: Number(row.advance_expires_ms) };
}

/** Lists the clocks of the platforms that have rows in the table: one index lookup per clock. */
export function clocksOfRowsIn(name: keyof Schema): (unit: Unit) => Promise<ClockRow[]> {
  const list = statement<Record<never, never>, ClockRow>(`listClocksOfRowsIn ${name}`, (db) =>
    rawQuery(
      sql<ClockRow>`select clocks.* from clocks
        where exists (select 1 from ${sql.table(name)} as kept where kept.tenant = clocks.tenant)`,
      db,
    ),
  );
  return async (unit) => (await unit.all(list, {})).map(withNumbers);
}

/** PostgreSQL returns these columns as bigint. */
function withNumbers(row: ClockRow): ClockRow {
  return {
    ...row,
    anchored_at_ms: Number(row.anchored_at_ms),
    anchored_at_real_ms: Number(row.anchored_at_real_ms),
    advance_expires_ms: row.advance_expires_ms === null ? null : Number(row.advance_expires_ms),
  };
}

/** The anchor of a clock. It is frozen while the clock is being advanced. */
export function anchorOf(row: Omit<ClockRow, 'tenant' | 'advance_id'>): ClockAnchor {
  return {
    anchoredAt: instantOf(Number(row.anchored_at_ms)),
    anchoredAtReal: instantOf(Number(row.anchored_at_real_ms)),
    scale: row.scale,
    isFrozen: row.is_frozen === 1 || row.advance_expires_ms !== null,
  };
}

import type { AccountEntryKind } from '@payments-platform/types';
import { type Selectable, sql } from 'kysely';
import { endOfTime, type Instant } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { rawQuery, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

export type EntryRow = Selectable<Schema['account_entries']>;

/** The position of an entry in the statement of its account. */
export type EntryPlace = Pick<EntryRow, 'created_at' | 'sequence'>;

interface Moment {
  readonly tenant: number;
  readonly accountId: string;
  readonly at: Instant;
}

/**
 * The closing balance is that of the last entry within the range, the opening balance that of the last entry before it.
 */
const lastEntry = (name: string, reaches: '<' | '<=') =>
  statement<Moment, EntryRow>(name, (db, { tenant, accountId, at }) =>
    db
      .selectFrom('account_entries')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('account_id', '=', accountId)
      .where('created_at', reaches, at)
      .orderBy('created_at', 'desc')
      .orderBy('sequence', 'desc')
      .limit(1),
  );

const before = lastEntry('findLastEntryBefore', '<');
const until = lastEntry('findLastEntryUntil', '<=');

export interface StatementKey {
  readonly tenant: number;
  readonly accountId: string;
}

export function findLastEntryBefore(unit: Unit, key: StatementKey, at: Instant): Promise<EntryRow | undefined> {
  return unit.first(before, { ...key, at });
}

export function findLastEntryUntil(
  unit: Unit,
  key: StatementKey,
  at: Instant = endOfTime,
): Promise<EntryRow | undefined> {
  return unit.first(until, { ...key, at });
}

export interface EntryRange extends StatementKey {
  readonly from: Instant | undefined;
  /** The last entry of the range. Entries that are posted during the read do not belong to it. */
  readonly last: EntryPlace;
  readonly kind: AccountEntryKind | undefined;
  readonly order: 'asc' | 'desc';
}

/** Lists rows of a range in its order, starting after the given entry. */
export function listEntryRows(
  unit: Unit,
  { tenant, accountId, from, last, kind, order }: EntryRange,
  { limit, after }: { readonly limit: number; readonly after: EntryPlace | undefined },
): Promise<EntryRow[]> {
  const [direction, beyond] = order === 'asc' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const conditions = [
    sql`tenant = ${tenant} and account_id = ${accountId}`,
    sql`(created_at, sequence) <= (${last.created_at}, ${last.sequence})`,
    from !== undefined && sql`created_at >= ${from}`,
    kind !== undefined && sql`kind = ${kind}`,
    after !== undefined && sql`(created_at, sequence) ${beyond} (${after.created_at}, ${after.sequence})`,
  ].filter((condition) => condition !== false);
  // Without the hint, SQLite uses the primary key and reads all entries of other kinds.
  const along = kind !== undefined && unit.engine === 'sqlite' ? sql`indexed by account_entries_kind` : sql``;
  const query = sql<EntryRow>`select * from account_entries ${along} where ${sql.join(conditions, sql` and `)}
    order by created_at ${direction}, sequence ${direction} limit ${limit}`;
  return unit.select((db) => rawQuery(query, db));
}

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Engine, rawQuery, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Mark } from './position.ts';

/** One message to followers. */
export interface FeedMessage {
  readonly mark: Mark;
  /** The type that followers can filter by, if messages of the source have types. */
  readonly type?: string;
  /** The message as JSON text. */
  readonly data: string;
}

export interface FeedWindow {
  readonly tenant: number;
  readonly after: Mark;
  readonly limit: number;
}

/** The current end of a source. */
interface FeedEnd {
  /** Every row that is committed from now on has this position or a higher one. */
  readonly settled: number;
  /** No row has a higher position yet. */
  readonly ceiling: number;
}

/** A table whose rows are sent to followers in the order of their commits. */
export interface FeedSource {
  /** Its key in positions: a capital letter, different for each source. */
  readonly letter: string;
  /** The name of its messages. */
  readonly event: string;
  end(unit: Unit): Promise<FeedEnd>;
  /** Rows after a mark in their order. No row can be committed between them any more. */
  read(unit: Unit, window: FeedWindow): Promise<FeedMessage[]>;
}

/** The parameters of a statement that reads rows after a mark. */
export interface AfterMark {
  readonly position: number;
  readonly id: string;
}

/**
 * Selects rows after a mark. On PostgreSQL the position of a row is the id of its transaction, and a transaction may
 * commit before one with a lower id. So only rows below the oldest running transaction are read: their order is final.
 */
export function isSettledAfter(
  engine: Engine,
  table: string,
  { position, id }: AfterMark,
  idColumn = 'id',
): RawBuilder<SqlBool> {
  const place = sql.ref(`${table}.position`);
  const isAfter = sql<SqlBool>`(${place}, ${sql.ref(`${table}.${idColumn}`)}) > (${position}, ${id})`;
  if (engine === 'sqlite') return isAfter;
  const horizon = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
  return sql<SqlBool>`${isAfter} and ${place} < ${horizon}`;
}

/** As the database returns it. */
interface StoredEnd {
  readonly settled: number | bigint;
  readonly ceiling: number | bigint;
}

/** Reads the current end of a table. */
export function endOf(table: string): FeedSource['end'] {
  const query = statement<object, StoredEnd>(`endOf ${table}`, (db, _, engine) =>
    rawQuery(
      // The counter continues even if the newest rows have been deleted.
      engine === 'sqlite'
        ? sql`select coalesce(max(seq), 0) + 1 as settled, coalesce(max(seq), 0) + 1 as ceiling from sqlite_sequence where name = ${sql.lit(table)}`
        : sql`select pg_snapshot_xmin(now.taken)::text::bigint as settled, pg_snapshot_xmax(now.taken)::text::bigint as ceiling from pg_current_snapshot() as now(taken)`,
      db,
    ),
  );
  return async (unit) => {
    const end = await unit.first(query, {});
    return { settled: Number(end?.settled ?? 0), ceiling: Number(end?.ceiling ?? 0) };
  };
}

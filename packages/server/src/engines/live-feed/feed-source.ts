import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Engine, rawQuery, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Mark } from './position.ts';

/** One thing that happened, as followers are told of it. */
export interface FeedMessage {
  readonly mark: Mark;
  /** What followers choose by, where messages of its source have types. */
  readonly type?: string;
  /** The message as JSON text. */
  readonly data: string;
}

export interface FeedWindow {
  readonly tenant: number;
  readonly after: Mark;
  readonly limit: number;
}

/** The end of the rows of a source. */
export interface FeedEnd {
  /** What is committed from now on lies at this place or behind it. */
  readonly settled: number;
  /** No row has a place behind this one yet. */
  readonly ceiling: number;
}

/** A table whose rows are told in the order in which they were committed. */
export interface FeedSource {
  /** Its part of a position: one capital letter, another one for each source. */
  readonly letter: string;
  /** The name of its messages. */
  readonly event: string;
  end(unit: Unit): Promise<FeedEnd>;
  /** Rows behind a mark in their order, of which nothing can come in between any more. */
  read(unit: Unit, window: FeedWindow): Promise<FeedMessage[]>;
}

/** The parameters of a statement that reads rows behind a mark. */
export interface AfterMark {
  readonly position: number;
  readonly id: string;
}

/**
 * Rows behind a mark. On PostgreSQL the place of a row is the number of its transaction, and a transaction may commit
 * before one with a lower number: what lies below the oldest one under way is settled, and only that is read.
 */
export function isSettledAfter(
  engine: Engine,
  table: string,
  { position, id }: AfterMark,
  idColumn = 'id',
): RawBuilder<SqlBool> {
  const place = sql.ref(`${table}.position`);
  const behind = sql<SqlBool>`(${place}, ${sql.ref(`${table}.${idColumn}`)}) > (${position}, ${id})`;
  if (engine === 'sqlite') return behind;
  const horizon = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
  return sql<SqlBool>`${behind} and ${place} < ${horizon}`;
}

/** As the database reads it. */
interface StoredEnd {
  readonly settled: number | bigint;
  readonly ceiling: number | bigint;
}

/** Reads the end of the rows of a table. */
export function endOf(table: string): FeedSource['end'] {
  const query = statement<object, StoredEnd>(`endOf ${table}`, (db, _, engine) =>
    rawQuery(
      // The counter goes on where the newest rows have been deleted.
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

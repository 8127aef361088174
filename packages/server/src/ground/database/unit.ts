import type { Kysely } from 'kysely';
import type { NewRow, Schema } from './schema.ts';
import { type SealedColumn, sealedColumnsOf, sealMark } from './sealed-columns.ts';
import type { BoundStatement, Engine, Query, Row, Statement, Value } from './statement.ts';

/**
 * One unit of work: it commits as a whole or not at all. While it is open, nothing outside the database may be awaited.
 */
export interface Unit {
  readonly engine: Engine;
  /** The request that causes the work; missing if time or the outside world is the cause. */
  readonly requestId?: string | undefined;
  all<P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]>;
  first<P, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined>;
  /** Runs a statement without a result and returns how many rows it changed. */
  run<P>(statement: Statement<P, unknown>, parameters: P): Promise<number>;
  /** Runs a statement whose count is not needed. It is sent with others, and its failure fails the commit. */
  write<P>(statement: Statement<P, unknown>, parameters: P): void;
  /** Inserts rows of one shape, like `write`. */
  insert<T extends keyof Schema>(table: T, rows: readonly NewRow<T>[]): void;
  /** Inserts a row like `run`: a violated unique constraint throws here, as `UniqueViolation`. */
  insertNow<T extends keyof Schema>(table: T, row: NewRow<T>): Promise<number>;
  /** Inserts a row, or replaces the one with the same values in the key columns, like `write`. */
  upsert<T extends keyof Schema>(table: T, key: readonly (keyof Schema[T] & string)[], row: NewRow<T>): void;
  /** A query built for this request. */
  select<R>(build: (db: Kysely<Schema>) => Query<R>): Promise<R[]>;
}

/** What an engine must implement for a unit. `AbstractUnit` adds the rest for both. */
export abstract class AbstractUnit implements Unit {
  abstract readonly engine: Engine;
  protected abstract rows(bound: BoundStatement): Promise<Row[]>;
  protected abstract changes(bound: BoundStatement): Promise<number>;
  protected abstract send(bound: BoundStatement): void;
  /** Sends an insert at the latest with the next statement. */
  protected gather(table: keyof Schema, rows: readonly Row[]): void {
    this.send(this.bindInsert(table, rows));
  }
  protected abstract bindInsert(table: keyof Schema, rows: readonly Row[], key?: readonly string[]): BoundStatement;
  protected abstract bindQuery<R>(build: (db: Kysely<Schema>) => Query<R>): BoundStatement;

  async all<P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
    return (await this.rows(onlySealed(statement.bind(this.engine, parameters)))) as R[];
  }

  async first<P, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
    return (await this.rows(onlySealed(statement.bind(this.engine, parameters))))[0] as R | undefined;
  }

  run<P>(statement: Statement<P, unknown>, parameters: P): Promise<number> {
    return this.changes(onlySealed(statement.bind(this.engine, parameters)));
  }

  write<P>(statement: Statement<P, unknown>, parameters: P): void {
    this.send(onlySealed(statement.bind(this.engine, parameters)));
  }

  insert<T extends keyof Schema>(table: T, rows: readonly NewRow<T>[]): void {
    for (const row of rows) requireSealedRow(table, row);
    if (rows.length > 0) this.gather(table, rows);
  }

  insertNow<T extends keyof Schema>(table: T, row: NewRow<T>): Promise<number> {
    return this.changes(this.#boundInsert(table, [row]));
  }

  upsert<T extends keyof Schema>(table: T, key: readonly string[], row: NewRow<T>): void {
    this.send(this.#boundInsert(table, [row], key));
  }

  #boundInsert(table: keyof Schema, rows: readonly Row[], key?: readonly string[]): BoundStatement {
    for (const row of rows) requireSealedRow(table, row);
    return this.bindInsert(table, rows, key);
  }

  async select<R>(build: (db: Kysely<Schema>) => Query<R>): Promise<R[]> {
    return (await this.rows(onlySealed(this.bindQuery(build)))) as R[];
  }
}

/** Personal data never reaches the disk in clear text, even if code uses a database that cannot seal. */
function onlySealed(bound: BoundStatement): BoundStatement {
  for (const { at, column, digestOf } of bound.seals ?? []) {
    if (digestOf === undefined) requireSealed(bound.values[at], column);
  }
  return bound;
}

function requireSealedRow(table: keyof Schema, row: Row): void {
  const columns = sealedColumnsOf(table);
  for (const name in columns) {
    const column = columns[name];
    if (column !== undefined) requireSealed(row[name], column);
  }
}

function requireSealed(value: Value | undefined, { isPersonal }: SealedColumn): void {
  if (typeof value !== 'string' || isPersonal !== undefined || value.startsWith(sealMark)) return;
  throw new Error('personal text would be stored in clear: use the database of the deps, which seals it');
}

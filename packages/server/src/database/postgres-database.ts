import type { Kysely } from 'kysely';
import pg from 'pg';
import { type Database, DatabaseUnusable, UniqueViolation } from './database.ts';
import { migratePostgres, requireCurrentPostgres } from './migrate.ts';
import type { Schema } from './schema.ts';
import { type BoundStatement, bindInsert, bindQuery, type Engine, type Query, type Row } from './statement.ts';
import { AbstractUnit, type Unit } from './unit.ts';

const int8Oid = 20;
const numericOid = 1700;

/** int8 and whole sums are money and read as bigint. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8Oid || oid === numericOid) return (text: string) => BigInt(text);
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** Codes after which the same work may be run again: serialization failure, deadlock. */
const repeatable = new Set(['40001', '40P01']);
const uniqueViolation = '23505';
const transactionAborted = '25P02';
const attempts = 5;

/**
 * One connection of the pool. Statements are pipelined: sending one does not wait for the answer to
 * the one before it, so a unit costs as many round trips as its logic has waits.
 */
class Session extends AbstractUnit {
  readonly engine: Engine = 'postgres';
  readonly #client: pg.PoolClient;
  #sent: Promise<unknown>[] = [];

  constructor(client: pg.PoolClient) {
    super();
    this.#client = client;
  }

  protected async rows(bound: BoundStatement): Promise<Row[]> {
    return (await this.#query(bound)).rows as Row[];
  }

  protected async changes(bound: BoundStatement): Promise<number> {
    return (await this.#query(bound)).rowCount ?? 0;
  }

  protected send(bound: BoundStatement): void {
    const answer = this.#query(bound);
    answer.catch(() => undefined); // reported by settle(), which awaits it again
    this.#sent.push(answer);
  }

  /** Sends the closing statement behind what is under way and waits for all of it. */
  async settle(close: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    const closing = this.#client.query(close);
    const sent = this.#sent;
    this.#sent = [];
    const outcomes = await Promise.allSettled(close === 'COMMIT' ? sent : []);
    const closed = await closing;
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
    if (close === 'COMMIT' && closed.command !== 'COMMIT')
      throw new Error(`the commit was answered with ${closed.command}`);
  }

  protected bindInsert(table: keyof Schema, rows: readonly Row[]): BoundStatement {
    return bindInsert('postgres', table, rows);
  }

  protected bindQuery<R>(build: (db: Kysely<Schema>) => Query<R>): BoundStatement {
    return bindQuery('postgres', build);
  }

  async #query(bound: BoundStatement): Promise<pg.QueryResult> {
    const config: pg.QueryConfig = { text: bound.text, values: bound.values as unknown[] };
    if (bound.name !== undefined) config.name = preparedName(bound.text);
    try {
      return await this.#client.query(config);
    } catch (error) {
      // Behind a failed statement every other one fails too; the first failure is the one that tells.
      if (codeOf(error) === transactionAborted) await Promise.all(this.#sent);
      throw asUniqueViolation(error);
    }
  }
}

/** A number per text: PostgreSQL cuts names at 63 bytes, and one name must never stand for two texts. */
const preparedNames = new Map<string, string>();
function preparedName(text: string): string {
  let name = preparedNames.get(text);
  if (name === undefined) {
    name = `s${preparedNames.size}`;
    preparedNames.set(text, name);
  }
  return name;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

function asUniqueViolation(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && error.code === uniqueViolation) {
    return new UniqueViolation(error.constraint ?? 'unknown', error);
  }
  return error;
}

/** PostgreSQL, shared by any number of server processes. */
export class PostgresDatabase implements Database {
  readonly engine: Engine = 'postgres';
  readonly #pool: pg.Pool;

  private constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Connects, and brings the schema up to date. */
  static open(url: string, connections = 16): Promise<PostgresDatabase> {
    return PostgresDatabase.#connect(url, connections, migratePostgres);
  }

  /** Connects for looks only: nothing is changed, and the schema has to be of this release. */
  static openForReading(url: string): Promise<PostgresDatabase> {
    return PostgresDatabase.#connect(url, 2, requireCurrentPostgres);
  }

  static async #connect(
    url: string,
    connections: number,
    prepare: (client: pg.PoolClient) => Promise<void>,
  ): Promise<PostgresDatabase> {
    const pool = new pg.Pool({
      connectionString: url,
      max: connections,
      types,
      ...({ pipeline: true } as pg.PoolConfig),
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      options:
        '-c synchronous_commit=on -c lock_timeout=10s -c statement_timeout=30s -c idle_in_transaction_session_timeout=30s -c client_min_messages=warning',
    });
    pool.on('error', () => undefined); // an idle connection broke; the pool has dropped it already
    try {
      const client = await pool.connect();
      try {
        await refuseUnsafeSettings(client);
        await prepare(client);
      } finally {
        client.release();
      }
    } catch (error) {
      await pool.end();
      if (error instanceof DatabaseUnusable) throw error;
      throw new DatabaseUnusable(
        `PostgreSQL cannot be used: ${error instanceof Error ? error.message : error}. Check DATABASE_URL.`,
      );
    }
    return new PostgresDatabase(pool);
  }

  async transaction<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const client = await this.#pool.connect();
      let broken: Error | undefined;
      try {
        return await runUnit(client, work);
      } catch (error) {
        if (error instanceof Error && !(error instanceof pg.DatabaseError) && 'code' in error) broken = error;
        if (attempt >= attempts || !repeatable.has(codeOf(error) ?? '')) throw error;
      } finally {
        client.release(broken);
      }
    }
  }

  async read<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    try {
      return await work(new Session(client));
    } finally {
      client.release();
    }
  }

  async snapshot<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    try {
      // A check over a large store may take longer than any request may.
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query('SET LOCAL statement_timeout = 0');
      return await work(new Session(client));
    } finally {
      await client.query('ROLLBACK').catch(() => undefined);
      client.release();
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

async function runUnit<T>(client: pg.PoolClient, work: (unit: Unit) => Promise<T>): Promise<T> {
  const session = new Session(client);
  const begun = client.query('BEGIN');
  begun.catch(() => undefined); // a failure to begin fails every statement behind it too
  let value: T;
  try {
    value = await work(session);
  } catch (error) {
    await session.settle('ROLLBACK').catch(() => undefined);
    throw error;
  }
  await session.settle('COMMIT');
  return value;
}

/** A ledger must not run where the server may lose what it has acknowledged. */
async function refuseUnsafeSettings(client: pg.PoolClient): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes']) {
    const value = (await client.query(`SHOW ${setting}`)).rows[0]?.[setting];
    if (value !== 'on') {
      throw new DatabaseUnusable(
        `PostgreSQL runs with ${setting} = ${value}. Turn it on: acknowledged payments could be lost.`,
      );
    }
  }
}

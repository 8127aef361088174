import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Database, type DatabaseLoad, DatabaseUnavailable, DatabaseUnusable } from './database.ts';
import { migratePostgres, requireCurrentPostgres } from './migrate.ts';
import type { PoolSize } from './pool-size.ts';
import {
  connectionsFor,
  connectProblem,
  lockTimeout,
  refuseEncoding,
  refusePooler,
  refuseUnsafeSettings,
} from './postgres-admission.ts';
import { codeOf, isOutdatedPlan, translated } from './postgres-errors.ts';
import { type ColumnTypes, readColumnTypes } from './postgres-many-rows.ts';
import { CommitUnknown, type Connection, deleteOldMarks, PostgresSession } from './postgres-session.ts';
import { YoungStatistics } from './postgres-statistics.ts';
import type { Engine } from './statement.ts';
import type { Unit } from './unit.ts';

const int8Oid = 20;
const numericOid = 1700;

/** int8 and whole sums are money and read as bigint. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8Oid || oid === numericOid) return (text: string) => BigInt(text);
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** Codes after which the same work may run again: serialization failure, deadlock. */
const repeatable = new Set(['40001', '40P01']);
const attempts = 5;

/** A request that would wait behind this many others for a connection is refused. */
const longestQueue = 1_000;
const poolExhausted = 'timeout exceeded when trying to connect';

/** How long to query the outcome of a COMMIT without an answer: a restart takes a while. */
const inquiryMs = 10_000;
const inquiryPauseMs = 100;

/**
 * Limits on every wait, so that a lost peer is noticed and no lock outlives its holder by much. A unit waits only for
 * the database, so one that is idle for seconds belongs to a stopped process.
 */
const limits = [
  `lock_timeout=${lockTimeout}`,
  'statement_timeout=10s',
  'idle_in_transaction_session_timeout=5s',
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=5',
  'tcp_user_timeout=15000',
];
/** Units lock what they decide by. At a stricter level that a role sets, parallel ones would be refused as BUSY. */
const isolation = 'default_transaction_isolation=read\\ committed';
export const connectionSettings = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
  connectionTimeoutMillis: 5_000,
  options: ['synchronous_commit=on', isolation, 'client_min_messages=warning', ...limits]
    .map((one) => `-c ${one}`)
    .join(' '),
};

/** Processes of the previous release cannot read packed text, and may run during an update. */
const untilPacking = 'SELECT extract(epoch FROM begins_at - now())::float8 * 1000 AS ms FROM packing';

/** PostgreSQL, shared by any number of server processes. */
export class PostgresDatabase implements Database {
  readonly engine: Engine = 'postgres';
  packsFromMs = 0;
  readonly #pool: pg.Pool;
  readonly #connections = new WeakMap<pg.PoolClient, Connection>();
  #processName = '';
  #columnTypes: ColumnTypes = new Map();
  readonly #statistics = new YoungStatistics(async (text) => {
    const { client } = await this.#connection();
    try {
      return (await client.query<{ readonly name: string }>(text)).rows;
    } finally {
      client.release();
    }
  });
  /** The number of connections so far, and how many of them may have plans from before a change of the schema. */
  #made = 0;
  #outdated = 0;

  private constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('error', () => undefined); // an idle connection broke; the pool has dropped it already
    pool.on('connect', (client) => {
      this.#made += 1;
      const connection: Connection = { client, number: this.#made, isLost: false, units: 0, prepared: new Map() };
      this.#connections.set(client, connection);
      // An error without a listener would end the process. The connection's statements fail instead.
      client.on('error', () => {
        connection.isLost = true;
      });
    });
  }

  /** Connects and migrates the schema. A number is that of the connections. */
  static open(url: string, size: PoolSize | number = { processes: 1 }): Promise<PostgresDatabase> {
    const sized = typeof size === 'number' ? { connections: size } : size;
    return PostgresDatabase.#connect(url, sized, async (client) => {
      await migratePostgres(client);
      await client.query(deleteOldMarks);
    });
  }

  /** Connects for reading only: nothing is changed, and the schema must be that of this release. */
  static openForReading(url: string): Promise<PostgresDatabase> {
    return PostgresDatabase.#connect(url, { connections: 2 }, requireCurrentPostgres);
  }

  static async #connect(
    url: string,
    size: PoolSize,
    prepare: (client: pg.PoolClient) => Promise<void>,
  ): Promise<PostgresDatabase> {
    const pool = new pg.Pool({
      connectionString: url,
      max: 1,
      // A new connection prepares every statement again, which costs more than to keep an old one for a quiet minute.
      idleTimeoutMillis: 120_000,
      types,
      ...({ pipeline: true } as pg.PoolConfig),
      ...connectionSettings,
    });
    const database = new PostgresDatabase(pool);
    try {
      const client = await pool.connect();
      try {
        await refusePooler(client);
        await refuseUnsafeSettings(client);
        await refuseEncoding(client);
        pool.options.max = await connectionsFor(client, size);
        await prepare(client);
        database.packsFromMs = performance.now() + Number((await client.query(untilPacking)).rows[0]?.ms ?? 0);
        database.#columnTypes = await readColumnTypes(client);
        database.#processName = String((await client.query('SELECT gen_random_uuid() AS name')).rows[0]?.name);
      } finally {
        client.release();
      }
    } catch (error) {
      await pool.end();
      if (error instanceof DatabaseUnusable) throw error;
      throw new DatabaseUnusable(connectProblem(error));
    }
    return database;
  }

  /** The others are for due work and deliveries. */
  get parallelUnits(): number {
    return Math.ceil(this.#pool.options.max * 0.75);
  }

  async transaction<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const outcome = await this.#repeatedly(async (session) => {
      try {
        return { value: await session.unit(work) };
      } catch (error) {
        if (error instanceof CommitUnknown) return { unknown: error };
        throw error;
      }
    });
    this.#statistics.count();
    if (outcome.unknown === undefined) return outcome.value;
    return (await this.#hasCommitted(outcome.unknown)) ? (outcome.unknown.value as T) : this.transaction(work);
  }

  read<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    return this.#repeatedly(work);
  }

  async snapshot<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const session = await this.#session(true);
    try {
      // A check of a large store may take longer than any request may.
      session.begin('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      session.begin('SET LOCAL statement_timeout = 0');
      return await work(session);
    } finally {
      session.begin('ROLLBACK');
      session.release();
    }
  }

  load(): DatabaseLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { busyConnections: totalCount - idleCount, idleConnections: idleCount, waiting: waitingCount };
  }

  async close(): Promise<void> {
    await this.#statistics.renewed;
    await this.#pool.end();
  }

  /** Repeats the work on another connection after a lost one, or when the engine requires it. Nothing was committed. */
  async #repeatedly<T>(use: (session: PostgresSession) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const session = await this.#session();
      try {
        return await use(session);
      } catch (error) {
        // All connections so far have prepared the same statements.
        if (hasOutdatedPlan(error)) this.#outdated = this.#made;
        if (attempt >= attempts || !mayRepeat(error, session)) throw error;
      } finally {
        session.release();
      }
    }
  }

  async #session(isPatient = false): Promise<PostgresSession> {
    const connection = await this.#connection();
    return new PostgresSession(connection, {
      isPatient,
      processName: this.#processName,
      columnTypes: this.#columnTypes,
    });
  }

  /** Any failure to connect means that the store is unavailable. */
  async #connection(): Promise<Connection> {
    if (this.#pool.waitingCount >= longestQueue)
      throw new DatabaseUnavailable('BUSY', `${longestQueue} units already wait for a connection`);
    try {
      for (;;) {
        const client = await this.#pool.connect();
        const connection = this.#connections.get(client);
        if (connection === undefined) throw new Error('the pool returned a connection without a connect event');
        if (connection.number > this.#outdated) return connection;
        client.release(true);
      }
    } catch (error) {
      const known = translated(error);
      if (known instanceof DatabaseUnavailable) throw known;
      const isExhausted = error instanceof Error && error.message === poolExhausted;
      throw new DatabaseUnavailable(isExhausted ? 'BUSY' : 'AWAY', error);
    }
  }

  /** Whether a unit without an answer to its COMMIT has committed. While that is unknown, it is not run again. */
  async #hasCommitted({ mark, cause }: CommitUnknown): Promise<boolean> {
    const givesUpAt = performance.now() + inquiryMs;
    for (;;) {
      try {
        return await this.#repeatedly((session) => session.settleMark(mark));
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        if (performance.now() >= givesUpAt) throw new DatabaseUnavailable('AWAY', cause, true);
        await delay(inquiryPauseMs);
      }
    }
  }
}

/** A lost connection, or a repeat that the engine requires. Nothing was committed. */
function mayRepeat(error: unknown, { isLost }: PostgresSession): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false;
  return isLost || repeatable.has(codeOf(error.cause) ?? '') || hasOutdatedPlan(error);
}

function hasOutdatedPlan(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && isOutdatedPlan(error.cause);
}

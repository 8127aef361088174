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
import { PostgresConnections } from './postgres-connections.ts';
import { codeOf, isOutdatedPlan } from './postgres-errors.ts';
import { type ColumnTypes, readColumnTypes } from './postgres-many-rows.ts';
import { CommitUnknown, deleteOldMarks, PostgresSession } from './postgres-session.ts';
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
  readonly #connections: PostgresConnections;
  #processName = '';
  #columnTypes: ColumnTypes = new Map();
  readonly #statistics = new YoungStatistics(async (text) => {
    const { client } = await this.#connections.take();
    try {
      return (await client.query<{ readonly name: string }>(text)).rows;
    } finally {
      client.release();
    }
  });

  private constructor(connections: PostgresConnections) {
    this.#connections = connections;
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
    const connections = new PostgresConnections({
      connectionString: url,
      // A new connection prepares every statement again, which costs more than to keep an old one for a quiet minute.
      idleTimeoutMillis: 120_000,
      types,
      ...({ pipeline: true } as pg.PoolConfig),
      ...connectionSettings,
    });
    const database = new PostgresDatabase(connections);
    try {
      const { client } = await connections.takeAny();
      try {
        await refusePooler(client);
        await refuseUnsafeSettings(client);
        await refuseEncoding(client);
        connections.most = await connectionsFor(client, size);
        await prepare(client);
        database.packsFromMs = performance.now() + Number((await client.query(untilPacking)).rows[0]?.ms ?? 0);
        database.#columnTypes = await readColumnTypes(client);
        database.#processName = String((await client.query('SELECT gen_random_uuid() AS name')).rows[0]?.name);
      } finally {
        client.release();
      }
    } catch (error) {
      await connections.end();
      if (error instanceof DatabaseUnusable) throw error;
      throw new DatabaseUnusable(connectProblem(error));
    }
    return database;
  }

  /** The others are for due work and deliveries. */
  get parallelUnits(): number {
    return Math.ceil(this.#connections.most * 0.75);
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
    return this.#connections.load();
  }

  async close(): Promise<void> {
    await this.#statistics.renewed;
    await this.#connections.end();
  }

  /** Repeats the work on another connection after a lost one, or when the engine requires it. Nothing was committed. */
  async #repeatedly<T>(use: (session: PostgresSession) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const session = await this.#session();
      try {
        return await use(session);
      } catch (error) {
        // All connections so far have prepared the same statements.
        if (hasOutdatedPlan(error)) this.#connections.outdate();
        if (attempt >= attempts || !mayRepeat(error, session)) throw error;
      } finally {
        session.release();
      }
    }
  }

  async #session(isPatient = false): Promise<PostgresSession> {
    const connection = await this.#connections.take();
    return new PostgresSession(connection, {
      isPatient,
      processName: this.#processName,
      columnTypes: this.#columnTypes,
      // A network that has forgotten one connection has forgotten those of its age too.
      onSilence: () => this.#connections.outdate(),
    });
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

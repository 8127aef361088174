import pg from 'pg';
import { type DatabaseLoad, DatabaseUnavailable } from './database.ts';
import { codeOf, translated } from './postgres-errors.ts';
import { NewestPrimary, readPrimary } from './postgres-primary.ts';
import type { Connection } from './postgres-session.ts';

/** A request that would wait behind this many others for a connection is refused. */
const longestQueue = 1_000;
const poolExhausted = 'timeout exceeded when trying to connect';

/** PostgreSQL has no connection left for this role. */
const tooMany = '53300';
/** For how long after that no more connections are opened than there are. */
const contentMs = 10_000;

/** How often to look where a new connection leads: open ones would stay at a former primary for ever. */
const looksEveryMs = 30_000;

/** The connections of a process to PostgreSQL. */
export class PostgresConnections {
  readonly #pool: pg.Pool;
  readonly #settings: pg.PoolConfig;
  readonly #known = new WeakMap<pg.PoolClient, Connection>();
  readonly #primary = new NewestPrimary();
  #looksAtMs = performance.now() + looksEveryMs;
  #look: Promise<void> = Promise.resolve();
  /** The most connections, as long as PostgreSQL has so many left. */
  #most = 1;
  #growsAtMs = Number.NEGATIVE_INFINITY;
  /** The number of connections so far, and how many of them are not used any more. */
  #made = 0;
  #outdated = 0;

  constructor(settings: pg.PoolConfig) {
    this.#settings = settings;
    this.#pool = new pg.Pool({ ...settings, max: this.#most });
    this.#pool.on('error', () => undefined); // an idle connection broke; the pool has dropped it already
    this.#pool.on('connect', (client) => {
      this.#made += 1;
      const connection: Connection = { client, number: this.#made, isLost: false, units: 0, prepared: new Map() };
      this.#known.set(client, connection);
      // An error without a listener would end the process. The connection's statements fail instead.
      client.on('error', () => {
        connection.isLost = true;
      });
    });
  }

  get most(): number {
    return this.#most;
  }

  set most(most: number) {
    this.#most = most;
    this.#pool.options.max = most;
  }

  load(): DatabaseLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { busyConnections: totalCount - idleCount, idleConnections: idleCount, waiting: waitingCount };
  }

  /** None of the connections so far is used any more. */
  outdate(): void {
    this.#outdated = this.#made;
  }

  /** Any failure to connect means that the store is unavailable. */
  async take(): Promise<Connection> {
    if (this.#pool.waitingCount >= longestQueue)
      throw new DatabaseUnavailable('BUSY', `${longestQueue} units already wait for a connection`);
    this.#lookAgain();
    try {
      for (;;) {
        const connection = await this.takeAny();
        if (connection.number > this.#outdated && (await this.#isOfPrimary(connection))) return connection;
        connection.client.release(true);
      }
    } catch (error) {
      const known = translated(error);
      if (known instanceof DatabaseUnavailable) throw known;
      const isExhausted = error instanceof Error && error.message === poolExhausted;
      throw new DatabaseUnavailable(isExhausted ? 'BUSY' : 'AWAY', error);
    }
  }

  /**
   * Takes a connection to whatever PostgreSQL there is, and throws the error of `pg` if there is none. If others have
   * taken all connections of PostgreSQL, this waits for one of this process.
   */
  async takeAny(): Promise<Connection> {
    const pool = this.#pool;
    if (performance.now() >= this.#growsAtMs || pool.totalCount === 0) pool.options.max = this.#most;
    for (;;) {
      try {
        const connection = this.#known.get(await pool.connect());
        if (connection === undefined) throw new Error('the pool returned a connection without a connect event');
        return connection;
      } catch (error) {
        if (codeOf(error) !== tooMany || pool.totalCount === 0) throw error;
        pool.options.max = pool.totalCount;
        this.#growsAtMs = performance.now() + contentMs;
      }
    }
  }

  async end(): Promise<void> {
    await this.#look;
    await this.#pool.end();
  }

  async #isOfPrimary(connection: Connection): Promise<boolean> {
    const { client, primary } = connection;
    if (primary !== undefined) return this.#primary.is(primary);
    try {
      const found = await readPrimary(client);
      this.#primary.note(found);
      connection.primary = found;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) {
        client.release(true);
        throw error;
      }
      // The unit that gets it notices, and runs again on another one.
      connection.isLost = true;
    }
    return true;
  }

  #lookAgain(): void {
    if (performance.now() < this.#looksAtMs) return;
    this.#looksAtMs = performance.now() + looksEveryMs;
    // If it cannot connect, a unit that cannot either reports that.
    this.#look = this.#lookForPrimary().catch(() => undefined);
  }

  async #lookForPrimary(): Promise<void> {
    const client = new pg.Client(this.#settings);
    client.on('error', () => undefined);
    try {
      await client.connect();
      this.#primary.note(await readPrimary(client));
    } finally {
      await client.end();
    }
  }
}

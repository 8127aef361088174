import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { secondMs } from '../ground/clock/instant.ts';
import { ClockBusy } from '../ground/clock/timekeeper.ts';
import { DatabaseUnavailable } from '../ground/database/database.ts';
import { connectionSettings } from '../ground/database/postgres-database.ts';
import type { WorkerLock } from '../workers/worker-lock.ts';

/** Any constant that nothing else in the database uses. */
const advisoryLockId = 7_203_413;
const channel = 'payments_seats';

const requestEveryMs = 20;
const retryEveryMs = 250;
/** These are short queries: a server that does not answer them is away. */
const queryTimeoutMs = 5_000;
/** With the wait for an answer, sooner than PostgreSQL frees the lock of a process that it hears nothing from. */
const keepAliveMs = 3_000;
/** A batch of webhooks to an endpoint that does not answer takes a while. */
const longestWaitMs = 60 * secondMs;

/**
 * The worker lock of processes on one PostgreSQL database: an advisory lock on a connection of its own, which
 * PostgreSQL frees when the process ends, however that happens. Requests travel as notifications.
 */
export class PostgresWorkerLock implements WorkerLock {
  readonly #url: string;
  #client: pg.Client | undefined;
  #isCancelled = false;
  #held: 'NOTHING' | 'SHARED' | 'EXCLUSIVE' = 'NOTHING';
  #listener: () => void = () => undefined;
  #wake: () => void = () => undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async acquire(): Promise<void> {
    while (!this.#isCancelled && this.#held !== 'SHARED') {
      const isAcquired = await this.#try('pg_try_advisory_lock_shared').catch(() => false);
      if (isAcquired) this.#held = 'SHARED';
      else await this.#pause(retryEveryMs);
    }
  }

  async yield(): Promise<void> {
    await this.#release();
    // The process that requested the lock tries more often than this.
    await this.#pause(retryEveryMs);
    await this.acquire();
  }

  async acquireExclusive(): Promise<void> {
    await this.#release();
    const deadline = performance.now() + longestWaitMs;
    for (;;) {
      if (await this.#try('pg_try_advisory_lock')) {
        this.#held = 'EXCLUSIVE';
        return;
      }
      if (performance.now() > deadline) throw new ClockBusy('another process is at work and does not end');
      await this.#notify('ask');
      await this.#pause(requestEveryMs);
    }
  }

  async releaseExclusive(): Promise<void> {
    await this.#release();
    await this.#notify('done').catch(() => undefined);
    await this.acquire();
  }

  isHeld(): boolean {
    return this.#held !== 'NOTHING';
  }

  onRequested(listener: () => void): void {
    this.#listener = listener;
    // It may have been lost before there was a listener.
    if (!this.isHeld()) listener();
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#wake();
  }

  async close(): Promise<void> {
    this.cancel();
    this.#held = 'NOTHING';
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #release(): Promise<void> {
    this.#held = 'NOTHING';
    await this.#client?.query('SELECT pg_advisory_unlock_all()').catch(() => this.#drop());
  }

  async #try(lock: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared'): Promise<boolean> {
    return (await this.#query(`SELECT ${lock}(${advisoryLockId}) AS has`)).rows[0]?.has === true;
  }

  async #notify(message: 'ask' | 'done'): Promise<void> {
    await this.#query('SELECT pg_notify($1, $2)', [channel, message]);
  }

  async #query(text: string, values: readonly string[] = []): Promise<pg.QueryResult> {
    try {
      return await (await this.#connected()).query(text, [...values]);
    } catch (error) {
      this.#drop();
      throw new DatabaseUnavailable('AWAY', error);
    }
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client !== undefined) return this.#client;
    const client = new pg.Client({ connectionString: this.#url, ...connectionSettings, query_timeout: queryTimeoutMs });
    client.on('notification', ({ processId, payload }) => {
      if ('processID' in client && processId === client.processID) return;
      if (payload === 'done') this.#wake();
      else if (this.#held !== 'EXCLUSIVE') this.#listener();
    });
    client.on('error', () => {
      if (this.#client === client) this.#drop();
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    void this.#keepAlive(client);
    return client;
  }

  /** A network may drop a connection silently. */
  async #keepAlive(client: pg.Client): Promise<void> {
    for (;;) {
      await delay(keepAliveMs, undefined, { ref: false });
      if (this.#client !== client) return;
      await client.query('SELECT 1').catch(() => this.#client === client && this.#drop());
    }
  }

  /** The lock was lost with the connection: another process may be moving the clock already. */
  #drop(): void {
    const client = this.#client;
    const wasHeld = this.isHeld();
    this.#client = undefined;
    this.#held = 'NOTHING';
    client?.end().catch(() => undefined);
    if (wasHeld && !this.#isCancelled) this.#listener();
  }

  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

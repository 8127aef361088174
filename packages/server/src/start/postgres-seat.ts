import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { secondMs } from '../ground/clock/instant.ts';
import { ClockBusy } from '../ground/clock/timekeeper.ts';
import { DatabaseUnavailable } from '../ground/database/database.ts';
import { connectionSettings } from '../ground/database/postgres-database.ts';
import type { Seat } from '../workers/seat.ts';

/** Any constant: those who sit share this lock, the one who is alone has it to itself. */
const seatLock = 7_203_413;
const channel = 'payments_seats';

const askEveryMs = 20;
const lookEveryMs = 250;
/** These are short questions: whoever does not answer them is not there. */
const answerMs = 5_000;
/** With the wait for an answer, sooner than PostgreSQL frees the place of a process that it hears nothing from. */
const beatEveryMs = 3_000;
/** A batch of webhooks to an endpoint that does not answer takes a while. */
const longestWaitMs = 60 * secondMs;

/**
 * Seats of processes on one PostgreSQL database: an advisory lock on a connection of its own, which
 * PostgreSQL frees when the process ends, however that happens. Questions travel as notifications.
 */
export class PostgresSeat implements Seat {
  readonly #url: string;
  #client: pg.Client | undefined;
  #isGivenUp = false;
  #held: 'NOTHING' | 'PLACE' | 'ALL' = 'NOTHING';
  #listener: () => void = () => undefined;
  #wake: () => void = () => undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async sit(): Promise<void> {
    while (!this.#isGivenUp && this.#held !== 'PLACE') {
      const hasSeat = await this.#try('pg_try_advisory_lock_shared').catch(() => false);
      if (hasSeat) this.#held = 'PLACE';
      else await this.#pause(lookEveryMs);
    }
  }

  async makeWay(): Promise<void> {
    await this.#leave();
    // Whoever asked looks again more often than this.
    await this.#pause(lookEveryMs);
    await this.sit();
  }

  async takeAll(): Promise<void> {
    await this.#leave();
    const givesUpAt = performance.now() + longestWaitMs;
    for (;;) {
      if (await this.#try('pg_try_advisory_lock')) {
        this.#held = 'ALL';
        return;
      }
      if (performance.now() > givesUpAt) throw new ClockBusy('another process is at work and does not end');
      await this.#tell('ask');
      await this.#pause(askEveryMs);
    }
  }

  async giveBack(): Promise<void> {
    await this.#leave();
    await this.#tell('done').catch(() => undefined);
    await this.sit();
  }

  isHeld(): boolean {
    return this.#held !== 'NOTHING';
  }

  onAsked(listener: () => void): void {
    this.#listener = listener;
    // It may have been lost before anybody listened.
    if (!this.isHeld()) listener();
  }

  giveUp(): void {
    this.#isGivenUp = true;
    this.#wake();
  }

  async close(): Promise<void> {
    this.giveUp();
    this.#held = 'NOTHING';
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #leave(): Promise<void> {
    this.#held = 'NOTHING';
    await this.#client?.query('SELECT pg_advisory_unlock_all()').catch(() => this.#forget());
  }

  async #try(lock: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared'): Promise<boolean> {
    return (await this.#query(`SELECT ${lock}(${seatLock}) AS has`)).rows[0]?.has === true;
  }

  async #tell(message: 'ask' | 'done'): Promise<void> {
    await this.#query('SELECT pg_notify($1, $2)', [channel, message]);
  }

  async #query(text: string, values: readonly string[] = []): Promise<pg.QueryResult> {
    try {
      return await (await this.#connected()).query(text, [...values]);
    } catch (error) {
      this.#forget();
      throw new DatabaseUnavailable('AWAY', error);
    }
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client !== undefined) return this.#client;
    const client = new pg.Client({ connectionString: this.#url, ...connectionSettings, query_timeout: answerMs });
    client.on('notification', ({ processId, payload }) => {
      if (processId === (client as unknown as { processID: number }).processID) return;
      if (payload === 'done') this.#wake();
      else if (this.#held !== 'ALL') this.#listener();
    });
    client.on('error', () => {
      if (this.#client === client) this.#forget();
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    void this.#beat(client);
    return client;
  }

  /** A network may forget a connection and tell neither end. */
  async #beat(client: pg.Client): Promise<void> {
    for (;;) {
      await delay(beatEveryMs, undefined, { ref: false });
      if (this.#client !== client) return;
      await client.query('SELECT 1').catch(() => this.#client === client && this.#forget());
    }
  }

  /** The place was lost with the connection: somebody else may be moving the clock already. */
  #forget(): void {
    const client = this.#client;
    const wasHeld = this.isHeld();
    this.#client = undefined;
    this.#held = 'NOTHING';
    client?.end().catch(() => undefined);
    if (wasHeld && !this.#isGivenUp) this.#listener();
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

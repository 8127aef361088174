import pg from 'pg';
import { secondMs } from '../clock/instant.ts';
import { ClockBusy } from '../clock/timekeeper.ts';
import type { Seat } from '../workers/seat.ts';

/** Any constant: those who sit share this lock, the one who is alone has it to itself. */
const seatLock = 7_203_413;
const channel = 'payments_seats';

const askEveryMs = 20;
const lookEveryMs = 250;
/** A batch of webhooks to an endpoint that does not answer takes a while. */
const longestWaitMs = 60 * secondMs;

/**
 * Seats of processes on one PostgreSQL database: an advisory lock on a connection of its own, which
 * PostgreSQL frees when the process ends, however that happens. Questions travel as notifications.
 */
export class PostgresSeat implements Seat {
  readonly #url: string;
  #client: pg.Client | undefined;
  #isClosed = false;
  #isAlone = false;
  #listener: () => void = () => undefined;
  #wake: () => void = () => undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async sit(): Promise<void> {
    while (!this.#isClosed) {
      const hasSeat = await this.#try('pg_try_advisory_lock_shared').catch(() => {
        this.#forget();
        return false;
      });
      if (hasSeat) return;
      await this.#pause(lookEveryMs);
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
        this.#isAlone = true;
        return;
      }
      if (performance.now() > givesUpAt) throw new ClockBusy('another process is at work and does not end');
      await this.#tell('ask');
      await this.#pause(askEveryMs);
    }
  }

  async giveBack(): Promise<void> {
    this.#isAlone = false;
    await this.#leave();
    await this.#tell('done').catch(() => this.#forget());
    await this.sit();
  }

  onAsked(listener: () => void): void {
    this.#listener = listener;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #leave(): Promise<void> {
    await this.#client?.query('SELECT pg_advisory_unlock_all()').catch(() => this.#forget());
  }

  async #try(lock: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared'): Promise<boolean> {
    const { rows } = await (await this.#connected()).query(`SELECT ${lock}(${seatLock}) AS has`);
    return rows[0]?.has === true;
  }

  async #tell(message: 'ask' | 'done'): Promise<void> {
    await (await this.#connected()).query('SELECT pg_notify($1, $2)', [channel, message]);
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client !== undefined) return this.#client;
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true, connectionTimeoutMillis: 10_000 });
    client.on('notification', ({ processId, payload }) => {
      if (processId === (client as unknown as { processID: number }).processID) return;
      if (payload === 'done') this.#wake();
      else if (!this.#isAlone) this.#listener();
    });
    client.on('error', () => {
      if (this.#client !== client) return;
      this.#forget();
      // The seat was lost with the connection: somebody else may be moving the clock already.
      this.#listener();
    });
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    this.#client = client;
    return client;
  }

  #forget(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.end().catch(() => undefined);
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

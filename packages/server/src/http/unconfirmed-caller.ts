import { factsOf, findCaller } from '../access/tokens/find-caller.ts';
import type { Database } from '../ground/database/database.ts';
import type { Unit } from '../ground/database/unit.ts';
import type { Caller } from '../operation/operation.ts';

/** A token whose secret was right. */
export interface AcceptedToken {
  readonly clientId: string;
  readonly caller: Caller;
  /** What the store said about it. */
  readonly facts: string;
}

/** The credentials do not stand any more for the caller as whom the request was started. Nothing was committed. */
export class NoLongerCaller extends Error {}

/**
 * The caller of a request that was started before its credentials were looked up, because they were accepted before.
 * The first unit of the request looks them up together with its own first reads, which saves a round trip; without the
 * same row as before it does not commit, and the request is not answered.
 */
export class UnconfirmedCaller {
  readonly #token: AcceptedToken;
  #isConfirmed = false;

  constructor(token: AcceptedToken) {
    this.#token = token;
  }

  /** The same database; its units throw `NoLongerCaller` if the credentials stand for somebody else or for nobody. */
  of(database: Database): Database {
    return {
      engine: database.engine,
      transaction: (work) => database.transaction((unit) => this.#during(unit, work)),
      read: (work) => database.read((unit) => this.#during(unit, work)),
      snapshot: (work) => database.snapshot((unit) => this.#during(unit, work)),
      close: () => database.close(),
    };
  }

  /** Call it before the request is answered or leaves the process. Throws `NoLongerCaller`. */
  async confirm(database: Database): Promise<void> {
    if (!this.#isConfirmed) await database.read((unit) => this.#lookUp(unit));
  }

  async #during<T>(unit: Unit, work: (unit: Unit) => Promise<T>): Promise<T> {
    if (this.#isConfirmed) return work(unit);
    // The unit must not be rolled back while its work goes on.
    const [lookUp, done] = await Promise.allSettled([this.#lookUp(unit), work(unit)]);
    if (lookUp.status === 'rejected') throw lookUp.reason;
    if (done.status === 'rejected') throw done.reason;
    return done.value;
  }

  async #lookUp(unit: Unit): Promise<void> {
    const { clientId, facts } = this.#token;
    const row = await unit.first(findCaller, { clientId });
    if (row === undefined || factsOf(row) !== facts) throw new NoLongerCaller('the credentials have changed');
    this.#isConfirmed = true;
  }
}

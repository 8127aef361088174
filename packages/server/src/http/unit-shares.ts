import { type Database, DatabaseUnavailable } from '../ground/database/database.ts';

/** A tenant, or a name for callers that are not identified yet. */
export type Party = number | string;

interface Share {
  running: number;
  readonly waiting: (() => void)[];
}

/** A party runs this many units at the same time however many parties there are. */
const leastShare = 4;

/** Longer than a healthy store takes for all that one party may have open. */
const longestWaitMs = 5_000;

/** A unit has waited too long behind others of its party. That says nothing about the store. */
export class ShareExhausted extends DatabaseUnavailable {
  constructor() {
    super('BUSY', `a unit has waited for its turn for ${longestWaitMs} milliseconds`);
  }
}

/**
 * Shares the store among the callers of this process, so that a party that sends a thousand requests at once does not
 * delay the others: each runs a limited number of units at the same time, its further ones wait in its own queue. A
 * unit must not open another one of the same party, which could wait for its own end.
 */
export class UnitShares {
  /** How many units all parties together run at the same time, as long as each has more than the least share. */
  readonly #most: number;
  readonly #longestWaitMs: number;
  readonly #shares = new Map<Party, Share>();
  #willHandOver = false;

  constructor(most: number, waitMs = longestWaitMs) {
    this.#most = most;
    this.#longestWaitMs = waitMs;
  }

  get waiting(): number {
    return [...this.#shares.values()].reduce((sum, share) => sum + share.waiting.length, 0);
  }

  /** The same database for one party. Snapshots, which may stay open for as long as a caller reads, take no share. */
  of(party: Party, database: Database): Database {
    return {
      engine: database.engine,
      transaction: (work) => this.#inTurn(party, () => database.transaction(work)),
      read: (work) => this.#inTurn(party, () => database.read(work)),
      snapshot: (work) => database.snapshot(work),
      close: () => database.close(),
    };
  }

  async #inTurn<T>(party: Party, run: () => Promise<T>): Promise<T> {
    const share = this.#shareOf(party);
    if (share.waiting.length > 0 || share.running >= this.#mostOfEach()) await this.#turnIn(share, party);
    else share.running += 1;
    try {
      return await run();
    } finally {
      share.running -= 1;
      if (share.waiting.length > 0) this.#handOverSoon();
      else if (share.running === 0) this.#shares.delete(party);
    }
  }

  /** Rejects after a limited wait: while the store does not answer, the units before this one do not end either. */
  #turnIn(share: Share, party: Party): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(start), 1);
        if (share.running === 0 && share.waiting.length === 0) this.#shares.delete(party);
        reject(new ShareExhausted());
      }, this.#longestWaitMs);
      share.waiting.push(start);
    });
  }

  #shareOf(party: Party): Share {
    const known = this.#shares.get(party);
    if (known !== undefined) return known;
    const share: Share = { running: 0, waiting: [] };
    this.#shares.set(party, share);
    return share;
  }

  #mostOfEach(): number {
    return Math.max(leastShare, Math.floor(this.#most / this.#shares.size));
  }

  /** In the next turn of the event loop: on SQLite, units that start each other would never let a request be read. */
  #handOverSoon(): void {
    if (this.#willHandOver) return;
    this.#willHandOver = true;
    setImmediate(() => {
      this.#willHandOver = false;
      this.#handOver();
    });
  }

  /** One unit of each party, then the next one of each. */
  #handOver(): void {
    const most = this.#mostOfEach();
    let waiting = [...this.#shares.values()];
    while (waiting.length > 0) {
      waiting = waiting.filter((share) => share.running < most && share.waiting.length > 0);
      for (const share of waiting) {
        share.running += 1;
        share.waiting.shift()?.();
      }
    }
  }
}

import type { Party } from './unit-shares.ts';

/** How many requests enter in one turn of the event loop. Together they take some ten milliseconds of it. */
const mostEntries = 8;

/**
 * Lets requests enter in turns: one of each party, then the next one of each. So a party that sends a thousand requests
 * at once does not delay those of others, even if all of its own are refused.
 */
export class EntryLanes {
  /** The waiting requests of each party, in the order of the parties' turns. */
  readonly #lanes = new Map<Party, (() => void)[]>();
  #entered = 0;
  #isCounting = false;

  get waiting(): number {
    return [...this.#lanes.values()].reduce((sum, lane) => sum + lane.length, 0);
  }

  /** Calls `enter` at once if this turn of the event loop has room, otherwise in a later one. */
  queue(party: Party, enter: () => void): void {
    if (!this.#isCounting) this.#countAgain();
    const lane = this.#lanes.get(party);
    if (this.#entered < mostEntries) {
      this.#entered += 1;
      enter();
    } else if (lane === undefined) this.#lanes.set(party, [enter]);
    else lane.push(enter);
  }

  /** From the next turn of the event loop on. */
  #countAgain(): void {
    this.#isCounting = true;
    setImmediate(() => {
      this.#isCounting = false;
      this.#entered = 0;
      if (this.#lanes.size === 0) return;
      this.#countAgain();
      for (; this.#entered < mostEntries && this.#lanes.size > 0; this.#entered += 1) this.#enterNext();
    });
  }

  #enterNext(): void {
    const [next] = this.#lanes;
    if (next === undefined) return;
    const [party, lane] = next;
    const enter = lane.shift();
    this.#lanes.delete(party);
    if (lane.length > 0) this.#lanes.set(party, lane);
    enter?.();
  }
}

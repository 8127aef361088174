import type { Party } from './unit-shares.ts';

/** How many requests enter in one turn of the event loop. Together they take some ten milliseconds of it. */
const mostEntries = 8;

/**
 * While requests and connections wait, requests enter in every fourth turn. Node.js accepts one connection in a turn, so
 * turns without work are what lets it accept connections about as fast as requests enter.
 */
const turnsApart = 4;

type Enter = () => void;

/**
 * Lets requests enter in turns: one of each party, then the next one of each. So a party that sends a thousand requests
 * at once does not delay those of others, even if all of its own are refused. Tenants have every other turn, because
 * strangers may come from a thousand networks.
 */
export class EntryLanes {
  readonly #tenants = new Lanes();
  readonly #strangers = new Lanes();
  #entered = 0;
  #isCounting = false;
  #hasAccepted = false;
  #isTurnOfTenants = true;

  get waiting(): number {
    return this.#tenants.waiting + this.#strangers.waiting;
  }

  /** Calls `enter` at once if there is room, otherwise in a later turn of the event loop. */
  queue(party: Party, enter: Enter): void {
    if (!this.#isCounting) this.#countAgain();
    if (this.#entered < mostEntries) {
      this.#entered += 1;
      enter();
    } else (typeof party === 'number' ? this.#tenants : this.#strangers).add(party, enter);
  }

  /** Tells that a connection was accepted in this turn of the event loop, so that more may wait. */
  accepted(): void {
    this.#hasAccepted = true;
  }

  /** From the next turn of the event loop on, or up to the fourth while connections are accepted. */
  #countAgain(turns = 1): void {
    this.#isCounting = true;
    this.#hasAccepted = false;
    setImmediate(() => {
      if (this.waiting > 0 && this.#hasAccepted && turns < turnsApart) return this.#countAgain(turns + 1);
      this.#isCounting = false;
      this.#entered = 0;
      if (this.waiting === 0) return;
      this.#countAgain();
      for (; this.#entered < mostEntries && this.waiting > 0; this.#entered += 1) this.#next().takeNext()?.();
    });
  }

  #next(): Lanes {
    this.#isTurnOfTenants = !this.#isTurnOfTenants;
    const [first, second] = this.#isTurnOfTenants ? [this.#tenants, this.#strangers] : [this.#strangers, this.#tenants];
    return first.waiting > 0 ? first : second;
  }
}

class Lanes {
  /** The waiting requests of each party, in the order of the parties' turns. */
  readonly #lanes = new Map<Party, Enter[]>();
  #waiting = 0;

  get waiting(): number {
    return this.#waiting;
  }

  add(party: Party, enter: Enter): void {
    this.#waiting += 1;
    const lane = this.#lanes.get(party);
    if (lane === undefined) this.#lanes.set(party, [enter]);
    else lane.push(enter);
  }

  takeNext(): Enter | undefined {
    const [next] = this.#lanes;
    if (next === undefined) return undefined;
    const [party, lane] = next;
    const enter = lane.shift();
    this.#waiting -= 1;
    this.#lanes.delete(party);
    if (lane.length > 0) this.#lanes.set(party, lane);
    return enter;
  }
}

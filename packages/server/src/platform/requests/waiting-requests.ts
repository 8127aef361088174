export interface WaitingRequest {
  readonly tenant: number;
  /** In characters. */
  readonly size: number;
}

/** As much as waits for a database that is away. */
const most = 2_000;
const mostCharacters = 8_000_000;
/** So that many small ones weigh as much as a few large ones. */
const weightOfOne = mostCharacters / most;

/** What waits to be written. Where there is no more room, it is the platform that has most waiting which loses. */
export class WaitingRequests<T extends WaitingRequest> {
  #all: T[] = [];
  #characters = 0;
  readonly #weights = new Map<number, number>();
  /** The first so many are being written, and lost to nobody. */
  #underWay = 0;

  get count(): number {
    return this.#all.length;
  }

  /** Whether another one of a platform would take the place of none, or of one whose platform has more waiting. */
  hasRoomFor(tenant: number): boolean {
    return !this.#isFull() || (this.#weights.get(tenant) ?? 0) < this.#heaviest().weight;
  }

  /** Says how many were dropped for it. */
  add(one: T): number {
    let dropped = 0;
    while (this.#isFull() && this.#dropNewestOf(this.#heaviest().tenant)) dropped += 1;
    this.#all.push(one);
    this.#weigh(one, 1);
    return dropped;
  }

  /** The oldest ones. They stay until they are removed. */
  first(count: number): readonly T[] {
    this.#underWay = Math.min(count, this.#all.length);
    return this.#all.slice(0, count);
  }

  keep(isKept: (one: T) => boolean): void {
    const all = this.#all;
    this.#all = [];
    for (const one of all) {
      if (isKept(one)) this.#all.push(one);
      else this.#weigh(one, -1);
    }
    this.#underWay = 0;
  }

  #isFull(): boolean {
    return this.#all.length >= most || this.#characters >= mostCharacters;
  }

  #heaviest(): { readonly tenant: number; readonly weight: number } {
    let heaviest = { tenant: 0, weight: 0 };
    for (const [tenant, weight] of this.#weights) if (weight > heaviest.weight) heaviest = { tenant, weight };
    return heaviest;
  }

  #dropNewestOf(tenant: number): boolean {
    const at = this.#all.findLastIndex((one, index) => index >= this.#underWay && one.tenant === tenant);
    const [one] = at < 0 ? [] : this.#all.splice(at, 1);
    if (one !== undefined) this.#weigh(one, -1);
    return one !== undefined;
  }

  #weigh({ tenant, size }: T, sign: 1 | -1): void {
    this.#characters += sign * size;
    const weight = (this.#weights.get(tenant) ?? 0) + sign * (size + weightOfOne);
    if (weight === 0) this.#weights.delete(tenant);
    else this.#weights.set(tenant, weight);
  }
}

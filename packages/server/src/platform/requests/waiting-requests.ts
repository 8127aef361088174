export interface WaitingRequest {
  readonly tenant: number;
  /** In bytes. */
  readonly size: number;
}

/** The most that waits for an unavailable database. */
const most = 2_000;
const mostBytes = 8_000_000;
/** The fixed weight of a request, so that many small ones weigh as much as a few large ones. */
const weightOfOne = mostBytes / most;

/** The requests that wait to be written. If there is no more room, the platform with the most waiting loses one. */
export class WaitingRequests<T extends WaitingRequest> {
  #all: T[] = [];
  #bytes = 0;
  readonly #weights = new Map<number, number>();
  /** The first requests, which are being written and cannot be dropped. */
  #underWay = 0;

  get count(): number {
    return this.#all.length;
  }

  /** Whether another request of a platform fits, at most in place of one of a platform with more waiting. */
  hasRoomFor(tenant: number): boolean {
    return !this.#isFull() || (this.#weights.get(tenant) ?? 0) < this.#heaviest().weight;
  }

  /** Returns how many were dropped for it. */
  add(one: T): number {
    let dropped = 0;
    while (this.#isFull() && this.#dropNewestOf(this.#heaviest().tenant)) dropped += 1;
    this.#all.push(one);
    this.#weigh(one, 1);
    return dropped;
  }

  /** The oldest requests. They stay until they are removed. */
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
    return this.#all.length >= most || this.#bytes >= mostBytes;
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
    this.#bytes += sign * size;
    const weight = (this.#weights.get(tenant) ?? 0) + sign * (size + weightOfOne);
    if (weight === 0) this.#weights.delete(tenant);
    else this.#weights.set(tenant, weight);
  }
}

/** Runs the work for one platform one item at a time. A bounded number of others wait for their turn. */
export class PlatformTurns {
  readonly #mostWaiting: number;
  readonly #queues = new Map<number, { last: Promise<unknown>; count: number }>();

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Returns `undefined` without doing anything if too many are waiting already. */
  async take<T>(tenant: number, work: () => Promise<T>): Promise<T | undefined> {
    const queue = this.#queues.get(tenant) ?? { last: Promise.resolve(), count: 0 };
    if (queue.count > this.#mostWaiting) return undefined;
    this.#queues.set(tenant, queue);
    queue.count += 1;
    const turn = queue.last.then(work);
    queue.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      queue.count -= 1;
      if (queue.count === 0) this.#queues.delete(tenant);
    }
  }
}

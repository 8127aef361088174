/** Runs any number of shared workers at the same time, or one exclusive worker alone. */
export interface ReadWriteLock {
  shared<T>(work: () => Promise<T>): Promise<T>;
  /** Waits until all others have ended, and starts none of them meanwhile. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
}

export function createReadWriteLock(): ReadWriteLock {
  let inside = 0;
  let whenEmpty: (() => void) | undefined;
  /** The last in the queue of exclusive workers. */
  let last: Promise<unknown> | undefined;

  const leave = (): void => {
    inside -= 1;
    if (inside === 0) whenEmpty?.();
  };
  const empty = async (): Promise<void> => {
    if (inside === 0) return;
    await new Promise<void>((resolve) => {
      whenEmpty = resolve;
    });
    whenEmpty = undefined;
  };

  return {
    shared: async (work) => {
      while (last !== undefined) await last;
      inside += 1;
      try {
        return await work();
      } finally {
        leave();
      }
    },
    exclusive: (work) => {
      const before = last;
      const turn = (async () => {
        await before;
        await empty();
        return work();
      })();
      const mine = turn
        .catch(() => undefined)
        .finally(() => {
          if (last === mine) last = undefined;
        });
      last = mine;
      return turn;
    },
  };
}

/** Lets any number of workers in side by side, or one alone. */
export interface Gate {
  pass<T>(work: () => Promise<T>): Promise<T>;
  /** Waits until everybody has left, and keeps everybody out meanwhile. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export function createGate(): Gate {
  let inside = 0;
  let whenEmpty: (() => void) | undefined;
  /** The last of those who are or want to be alone, one behind the other. */
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
    pass: async (work) => {
      while (last !== undefined) await last;
      inside += 1;
      try {
        return await work();
      } finally {
        leave();
      }
    },
    alone: (work) => {
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

/** There was no answer within the allowed time. */
export class NoAnswer extends Error {}

/** The answer, or rejects with `NoAnswer` when it takes too long. */
export async function within<T>(longestMs: number, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswer()), longestMs);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Never starts a second call while one hangs: later callers wait for the same answer. */
export function onceAtATime<T>(begin: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= begin().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

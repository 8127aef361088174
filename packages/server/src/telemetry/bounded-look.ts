/** No answer came within the time that a look may take. */
export class NoAnswer extends Error {}

/** The answer, or `NoAnswer` when it takes too long. */
export async function within<T>(longestMs: number, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswer()), longestMs);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What hangs is not begun again: whoever asks meanwhile waits for the same answer. */
export function onceAtATime<T>(begin: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= begin().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

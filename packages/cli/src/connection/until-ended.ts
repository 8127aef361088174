/**
 * The result of work, or the reason of the signal as soon as the user ends the command; nothing is started after that.
 * Not with `AbortSignal.any`: its signals are garbage once nothing else holds them, and then never abort.
 */
export function untilEnded<T>(signal: AbortSignal, start: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason);
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    return start()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', end));
  });
}

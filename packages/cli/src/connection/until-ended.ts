/**
 * The result of `work`, or the reason of the signal as soon as its user ends the command. Not with `AbortSignal.any`:
 * its signals are garbage once nothing else holds them, and then never abort.
 */
export function untilEnded<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

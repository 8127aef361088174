import { constants } from 'node:os';
import { onLeftBehind } from './left-behind.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

const endNow = (signal: (typeof signals)[number]): void => process.exit(128 + constants.signals[signal]);

/**
 * Until the server runs, a signal ends the process at once. That is the default, but the system drops a signal without
 * a handler for the first process of a container, which would start and serve until it is killed.
 */
export function endOnSignals(): void {
  for (const signal of signals) process.on(signal, endNow);
}

/**
 * From now on, resolves at the first signal, or when the server is left behind. Later signals do nothing, and the forced
 * stop limits the wait.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.off(signal, endNow).on(signal, () => resolve());
    onLeftBehind(resolve);
  });
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTally, type Measured } from './measured.ts';
import type { Step } from './pay.ts';
import type { StopRules } from './stop-rules.ts';

export interface LoadOptions {
  /** The planned start times of payments, in milliseconds from the start. */
  readonly arrivals: Iterable<number>;
  readonly durationMs: number;
  /** Makes the payment with this number. Its signal aborts when the test no longer waits for it. */
  readonly pay: (index: number, signal: AbortSignal, onStep: (step: Step, ms: number) => void) => Promise<void>;
  readonly rules: StopRules;
  /** The maximum of open payments; a further one is not started and counts as failed. */
  readonly mostOpen: number;
  /** How long to wait for open payments after the last arrival. */
  readonly patienceMs: number;
  /** Ends the test early; the measurements stay. */
  readonly signal: AbortSignal;
  readonly onSecond?: (load: Measured) => void;
}

export const interrupted = 'interrupted';
/** How long to wait for open payments after an early end, so that their results are known. */
const earlyPatienceMs = 1000;

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

/**
 * Starts payments at their planned times, whether or not earlier ones have ended, and measures each from its planned
 * time. If a service pauses for a second, all callers who arrive in that second wait, as in production.
 */
export async function runLoad(options: LoadOptions): Promise<Measured> {
  const { arrivals, durationMs, pay, rules, mostOpen, patienceMs, signal, onSecond } = options;
  const startMs = performance.now();
  const sinceStart = (): number => performance.now() - startMs;
  const [stop, givenUp] = [new AbortController(), new AbortController()];
  const tally = createTally(rules, sinceStart, givenUp.signal);
  const underWay = new Set<Promise<void>>();
  let stopped: string | null = null;
  const endEarly = (why: string): void => {
    stopped ??= why;
    stop.abort();
  };
  const interrupt = (): void => endEarly(interrupted);
  if (signal.aborted) interrupt();
  signal.addEventListener('abort', interrupt);
  const timer = setInterval(() => {
    const broken = tally.broken();
    if (broken !== undefined) endEarly(broken);
    onSecond?.(tally.measured(stopped));
  }, 1000);

  let index = 0;
  for (const intendedMs of arrivals) {
    if (intendedMs >= durationMs) break;
    const waitMs = intendedMs - sinceStart();
    await (waitMs > 0 ? sleep(waitMs, stop.signal) : nextTurn());
    if (stop.signal.aborted) break;
    if (tally.openCount >= mostOpen) {
      tally.leaveOut(intendedMs);
      continue;
    }
    const payment = tally.follow(intendedMs, pay(index, givenUp.signal, tally.recordStep));
    underWay.add(payment);
    void payment.then(() => underWay.delete(payment));
    index += 1;
  }
  const all = Promise.all(underWay);
  await Promise.race([all, sleep(patienceMs, stop.signal)]);
  if (stop.signal.aborted) await Promise.race([all, sleep(earlyPatienceMs, givenUp.signal)]);
  givenUp.abort();
  await all;
  clearInterval(timer);
  signal.removeEventListener('abort', interrupt);
  return tally.measured(stopped);
}

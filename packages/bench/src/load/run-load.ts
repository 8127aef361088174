import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTally, type Measured } from './measured.ts';
import type { Step } from './pay.ts';
import type { StopRules } from './stop-rules.ts';

export interface LoadOptions {
  /** When payments are meant to begin, in milliseconds from the start. */
  readonly arrivals: Iterable<number>;
  readonly durationMs: number;
  /** Makes the payment of a number. Its signal aborts when nobody waits for it any longer. */
  readonly pay: (index: number, signal: AbortSignal, onStep: (step: Step, ms: number) => void) => Promise<void>;
  readonly rules: StopRules;
  /** How many payments may be open at once; one that would be more is not begun, and counts as failed. */
  readonly mostOpen: number;
  /** How long open payments are waited for after the last arrival. */
  readonly patienceMs: number;
  /** Ends it early; what was measured is kept. */
  readonly signal: AbortSignal;
  readonly onSecond?: (load: Measured) => void;
}

export const interrupted = 'interrupted';
/** After an early end, open payments are given this long: who has sent one wants to know what came of it. */
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
 * Begins payments at their moments, whether or not those before have ended, and measures each from its moment. A
 * service that stands still for a second is so met by all who would have come in that second, as it is in real life.
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
  const look = setInterval(() => {
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
  clearInterval(look);
  signal.removeEventListener('abort', interrupt);
  return tally.measured(stopped);
}

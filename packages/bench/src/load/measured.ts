import { createLatencies, type Latencies } from './latencies.ts';
import { faultOf, isRefused, type Step, steps } from './pay.ts';
import { createStopWatch, type StopRules } from './stop-rules.ts';

/** What was measured, while it goes on or at its end. */
export interface Measured {
  readonly elapsedMs: number;
  /** Payments whose moment has come. */
  readonly arrived: number;
  readonly completed: number;
  readonly failed: number;
  /** Begun and neither completed nor failed. */
  readonly open: number;
  /** Failures by code: a code of the interface, `NO_ANSWER…`, `NOT_BEGUN` or `UNFINISHED`. */
  readonly faults: ReadonlyMap<string, number>;
  /** From the moment at which a payment was meant to begin until its last answer, whatever it had to wait for. */
  readonly payment: Latencies;
  /** From the moment at which the request was sent. */
  readonly requests: Readonly<Record<Step, Latencies>>;
  /** How long after its moment a payment was begun: what this program itself adds. */
  readonly lag: Latencies;
  /** Why it ended before its time; `null` where it did not. */
  readonly stopped: string | null;
}

/** Payments on their way, and what came of the others. */
export interface Tally {
  readonly openCount: number;
  /** Follows a payment that begins now and was meant to begin at a moment. */
  follow(intendedMs: number, payment: Promise<void>): Promise<void>;
  /** Counts one that was not begun. */
  leaveOut(intendedMs: number): void;
  recordStep(step: Step, ms: number): void;
  /** Which rule is broken, in words. */
  broken(): string | undefined;
  measured(stopped: string | null): Measured;
}

/** `sinceStart` is the time in milliseconds; `signal` aborts when open payments are no longer waited for. */
export function createTally(rules: StopRules, sinceStart: () => number, signal: AbortSignal): Tally {
  const [payment, lag] = [createLatencies(), createLatencies()];
  const requests = Object.fromEntries(steps.map((step) => [step, createLatencies()])) as Measured['requests'];
  const faults = new Map<string, number>();
  const watch = createStopWatch(rules);
  const open = new Map<number, number>();
  let arrived = 0;
  let completed = 0;

  const end = (intendedMs: number, isFailed: boolean, isMeasured: boolean): void => {
    const latencyMs = sinceStart() - intendedMs;
    if (isMeasured) payment.record(latencyMs);
    watch.add({ atMs: sinceStart(), latencyMs, isFailed });
  };
  const fail = (intendedMs: number, fault: string, isMeasured: boolean): void => {
    faults.set(fault, (faults.get(fault) ?? 0) + 1);
    end(intendedMs, true, isMeasured);
  };
  return {
    get openCount() {
      return open.size;
    },
    follow: async (intendedMs, paying) => {
      const number = ++arrived;
      open.set(number, intendedMs);
      lag.record(sinceStart() - intendedMs);
      try {
        await paying;
        completed += 1;
        end(intendedMs, false, true);
      } catch (error) {
        // A refusal comes soon and says nothing about speed; who got no answer has waited at least so long.
        if (signal.aborted) fail(intendedMs, 'UNFINISHED', true);
        else fail(intendedMs, faultOf(error), !isRefused(error));
      } finally {
        open.delete(number);
      }
    },
    leaveOut: (intendedMs) => {
      arrived += 1;
      fail(intendedMs, 'NOT_BEGUN', false);
    },
    recordStep: (step, ms) => requests[step].record(ms),
    broken: () =>
      watch.broken(
        sinceStart(),
        [...open.values()].map((intendedMs) => sinceStart() - intendedMs),
      ),
    measured: (stopped) => ({
      elapsedMs: sinceStart(),
      arrived,
      completed,
      failed: [...faults.values()].reduce((sum, count) => sum + count, 0),
      open: open.size,
      ...{ faults, payment, requests, lag, stopped },
    }),
  };
}

import { createLatencies, type Latencies } from './latencies.ts';
import { faultOf, isRefused, type Step, steps } from './pay.ts';
import { createStopWatch, type StopRules } from './stop-rules.ts';

/** The measurements, during the test or at its end. */
export interface Measured {
  readonly elapsedMs: number;
  /** Payments whose planned time has come. */
  readonly arrived: number;
  readonly completed: number;
  readonly failed: number;
  /** Started and neither completed nor failed. */
  readonly open: number;
  /** Failures by code: a code of the interface, `NO_ANSWER…`, `NOT_BEGUN` or `UNFINISHED`. */
  readonly faults: ReadonlyMap<string, number>;
  /** From the planned start of a payment to its last response, including all waits. */
  readonly payment: Latencies;
  /** From the moment when the request was sent. */
  readonly requests: Readonly<Record<Step, Latencies>>;
  /** The delay between the planned and the actual start of a payment, which this program adds. */
  readonly lag: Latencies;
  /** Why the test ended early; `null` if it did not. */
  readonly stopped: string | null;
}

/** Open payments, and the results of the others. */
export interface Tally {
  readonly openCount: number;
  /** Tracks a payment that starts now and was planned for a moment. */
  follow(intendedMs: number, payment: Promise<void>): Promise<void>;
  /** Counts a payment that was not started. */
  leaveOut(intendedMs: number): void;
  recordStep(step: Step, ms: number): void;
  /** The rule that is broken, in words. */
  broken(): string | undefined;
  measured(stopped: string | null): Measured;
}

/** `sinceStart` is the time in milliseconds; `signal` aborts when the test no longer waits for open payments. */
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
        // A refusal is fast and says nothing about speed; a payment without a response has waited at least this long.
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

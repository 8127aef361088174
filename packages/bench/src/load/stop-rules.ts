import { percentile } from '../figures.ts';

/** The limits that a service must keep; `null` for no limit. */
export interface StopRules {
  readonly p99Ms: number | null;
  /** The share of payments that may fail, from 0 to 1. */
  readonly errorShare: number | null;
}

/** The result of one payment. */
interface Ended {
  readonly atMs: number;
  readonly latencyMs: number;
  readonly isFailed: boolean;
}

export interface StopWatch {
  add(ended: Ended): void;
  /** The rule that the last seconds break, in words; `ages` are those of open payments. */
  broken(nowMs: number, ages: readonly number[]): string | undefined;
}

const windowMs = 5_000;
/** Fewer payments cannot show a share of one percent. */
const least = 20;

/**
 * Checks the last five seconds. Open payments count with their age: if a service pauses, no payment ends, and nothing
 * would be noticed otherwise.
 */
export function createStopWatch({ p99Ms, errorShare }: StopRules): StopWatch {
  let recent: Ended[] = [];
  return {
    add: (ended) => void recent.push(ended),
    broken: (nowMs, ages) => {
      recent = recent.filter(({ atMs }) => atMs > nowMs - windowMs);
      const latencies = [...recent.map(({ latencyMs }) => latencyMs), ...ages];
      if (latencies.length < least) return undefined;
      const p99 = percentile(latencies, 99);
      if (p99Ms !== null && p99 > p99Ms) return `p99 of the last seconds is ${Math.round(p99)} ms, above ${p99Ms} ms`;
      const failed = recent.filter(({ isFailed }) => isFailed).length;
      if (errorShare !== null && failed > errorShare * latencies.length)
        return `${failed} of the last ${latencies.length} payments failed, more than ${errorShare * 100} %`;
      return undefined;
    },
  };
}

import { percentile } from '../figures.ts';

/** What a service has to keep to; `null` where nothing is asked. */
export interface StopRules {
  readonly p99Ms: number | null;
  /** The share of payments that may fail, from 0 to 1. */
  readonly errorShare: number | null;
}

/** How one payment ended. */
export interface Ended {
  readonly atMs: number;
  readonly latencyMs: number;
  readonly isFailed: boolean;
}

export interface StopWatch {
  add(ended: Ended): void;
  /** Which rule the last seconds break, in words; `ages` are those of the payments that are still open. */
  broken(nowMs: number, ages: readonly number[]): string | undefined;
}

const windowMs = 5_000;
/** Fewer say nothing about one in a hundred. */
const least = 20;

/**
 * Watches the last five seconds. Payments that are open count with the time that they have taken so far: of a
 * service that stands still nothing ends, and so nothing would be seen.
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

import { createHistogram } from 'node:perf_hooks';

const usPerMs = 1000;
const mostUs = 3_600_000_000;
/** Upper bounds of the bars of the chart, in milliseconds: 1, 2 and 5 times each power of ten. */
const bounds = [0.1, 1, 10, 100, 1_000, 10_000, 100_000].flatMap((power) => [power, 2 * power, 5 * power]);

export const shownPercentiles = [50, 75, 90, 95, 99, 99.9, 99.99] as const;

interface LatencyFigures {
  readonly count: number;
  readonly meanMs: number | null;
  readonly p50Ms: number | null;
  readonly p90Ms: number | null;
  readonly p99Ms: number | null;
  readonly p999Ms: number | null;
  readonly maxMs: number | null;
}

interface Bar {
  /** The upper bound of the bar. */
  readonly upToMs: number;
  readonly count: number;
}

/** Durations of one kind, with three digits, in a fixed amount of memory. */
export interface Latencies {
  record(ms: number): void;
  /** The duration that `percent` of all did not exceed, in milliseconds; `null` without any. */
  percentile(percent: number): number | null;
  figures(): LatencyFigures;
  /** From the first non-empty bar to the last. */
  bars(): Bar[];
}

export function createLatencies(): Latencies {
  const histogram = createHistogram({ lowest: 1, highest: mostUs, figures: 3 });
  const counts = new Map<number, number>();
  const percentile = (percent: number): number | null =>
    // The upper bound of its bucket may exceed the longest duration.
    histogram.count === 0 ? null : Math.min(histogram.percentile(percent), histogram.max) / usPerMs;
  return {
    record: (ms) => {
      histogram.record(Math.min(mostUs, Math.max(1, Math.round(ms * usPerMs))));
      const upToMs = bounds.find((bound) => ms <= bound) ?? Number.POSITIVE_INFINITY;
      counts.set(upToMs, (counts.get(upToMs) ?? 0) + 1);
    },
    percentile,
    figures: () => ({
      count: histogram.count,
      meanMs: histogram.count === 0 ? null : histogram.mean / usPerMs,
      p50Ms: percentile(50),
      p90Ms: percentile(90),
      p99Ms: percentile(99),
      p999Ms: percentile(99.9),
      maxMs: percentile(100),
    }),
    bars: () => {
      const all = [...bounds, Number.POSITIVE_INFINITY].map((upToMs) => ({ upToMs, count: counts.get(upToMs) ?? 0 }));
      const first = all.findIndex(({ count }) => count > 0);
      return first < 0 ? [] : all.slice(first, all.findLastIndex(({ count }) => count > 0) + 1);
    },
  };
}

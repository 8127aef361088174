import { describe, expect, it } from 'vitest';
import { arrivalTimes } from './arrivals.ts';
import { findLimit } from './find-limit.ts';
import { createLatencies } from './latencies.ts';
import { histogramLines } from './picture.ts';
import { createStopWatch } from './stop-rules.ts';
import { svgPicture } from './svg-picture.ts';

function firstTimes(count: number, spacing: 'constant' | 'poisson', seed = 1): number[] {
  const times = arrivalTimes({ rate: 40, spacing, seed });
  return Array.from({ length: count }, () => times.next().value);
}

describe('the arrival times of payments', () => {
  it('are evenly spaced, without an accumulated error after 4000 payments', () => {
    const times = firstTimes(4001, 'constant');
    expect(times.slice(0, 3)).toEqual([0, 25, 50]);
    expect(times.at(-1)).toBe(100_000);
  });

  it('follow a Poisson process and repeat for the same seed', () => {
    const times = firstTimes(4001, 'poisson');
    expect(firstTimes(4001, 'poisson')).toEqual(times);
    expect(firstTimes(2, 'poisson', 2)).not.toEqual(times.slice(0, 2));
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const deviation = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length);
    // In a Poisson process the standard deviation of the gaps equals their mean; with constant arrivals it is zero.
    expect(mean / 25).toBeCloseTo(1, 1);
    expect(deviation / 25).toBeCloseTo(1, 1);
  });
});

describe('recorded latencies', () => {
  const latencies = createLatencies();
  for (let ms = 1; ms <= 1000; ms += 1) latencies.record(ms);

  it('are accurate to 0.2 percent at p50, p90, p99 and p99.9', () => {
    for (const percent of [50, 90, 99, 99.9])
      expect(Math.abs((latencies.percentile(percent) ?? 0) / (10 * percent) - 1)).toBeLessThan(0.002);
    expect(latencies.figures()).toMatchObject({ count: 1000, maxMs: expect.closeTo(1000, -1) });
    expect(createLatencies().figures()).toMatchObject({ count: 0, p99Ms: null });
  });

  it('are drawn as text bars and as a self-contained SVG picture', () => {
    const lines = histogramLines(latencies);
    expect(lines.map((line) => line.trim().split(/\s{2,}| █/)[0])).toHaveLength(10);
    expect(lines.at(-1)).toMatch(/^ +≤ 1 s +50\.0 % █{40}$/);
    const picture = svgPicture('A < B', [['payment', latencies]]);
    expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>\n$/s);
    expect(picture).toContain('A &lt; B');
    expect(picture.match(/<polyline/g)).toHaveLength(1);
    expect(picture).not.toMatch(/NaN|undefined/);
  });
});

describe('the stop rules of a load test', () => {
  const ended = (latencyMs: number, isFailed = false) => ({ atMs: 1000, latencyMs, isFailed });

  it('stop above the p99 limit, once at least 20 payments have ended', () => {
    const watch = createStopWatch({ p99Ms: 100, errorShare: null });
    for (let index = 0; index < 19; index += 1) watch.add(ended(500));
    expect(watch.broken(1000, [])).toBeUndefined();
    watch.add(ended(500));
    expect(watch.broken(1000, [])).toContain('500 ms, above 100 ms');
    expect(watch.broken(7000, [])).toBeUndefined();
  });

  it('count open payments, so that a service without responses is stopped too', () => {
    const watch = createStopWatch({ p99Ms: 100, errorShare: null });
    expect(watch.broken(1000, Array(20).fill(90))).toBeUndefined();
    expect(watch.broken(1000, Array(20).fill(900))).toContain('900 ms');
  });

  it('stop above the allowed share of failed payments', () => {
    const watch = createStopWatch({ p99Ms: null, errorShare: 0.1 });
    for (let index = 0; index < 20; index += 1) watch.add(ended(1, index < 2));
    expect(watch.broken(1000, [])).toBeUndefined();
    watch.add(ended(1, true));
    expect(watch.broken(1000, [])).toContain('3 of the last 21 payments failed');
  });
});

describe('the search for the highest rate', () => {
  const search = (truth: number, first: number) =>
    findLimit(first, async (rate) => ({ rate, isHeld: rate <= truth, load: null }));

  it.each([
    [100, 10],
    [100, 1000],
    [3, 50],
  ])('finds the limit %i to within 10 percent from the first rate %i', async (truth, first) => {
    const { limit } = await search(truth, first);
    expect(limit).toBeLessThanOrEqual(truth);
    expect(limit).toBeGreaterThan(truth * 0.9);
  });

  it('returns null when no rate holds, and ends when a trial returns nothing', async () => {
    expect((await search(0, 50)).limit).toBeNull();
    const { limit, trials } = await findLimit(10, async (rate) =>
      rate > 20 ? undefined : { rate, isHeld: true, load: null },
    );
    expect({ limit, rates: trials.map(({ rate }) => rate) }).toEqual({ limit: 15, rates: [10, 15] });
  });
});

import { describe, expect, it } from 'vitest';
import { median, percentile, ratio, roundedFigures } from './figures.ts';

describe('benchmark figures', () => {
  it('have as their median the middle value, or the mean of the middle two', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 7])).toBe(6);
  });

  it('have as their percentile the value at the nearest rank', () => {
    expect(percentile([5, 1, 4, 2, 3], 50)).toBe(3);
    expect(
      percentile(
        Array.from({ length: 200 }, (_, index) => 200 - index),
        99,
      ),
    ).toBe(198);
  });

  it('have the ratio 0.5 when each round of one takes half the time of the other', () => {
    // The mean of the ratios is 0.55, the ratio of the sums 0.32, and that of the medians 0.9.
    expect(ratio([10, 100, 36], [20, 400, 40])).toBe(0.5);
  });

  it('are rounded to three significant digits below 1000 and keep null', () => {
    expect(roundedFigures({ a: 0.123456, b: 98_765.4, c: null })).toEqual({ a: 0.123, b: 98_765, c: null });
  });
});

import { describe, expect, it } from 'vitest';
import { basisPointsOf, viewAmount, wireMinor } from './money.ts';
import { formatRate, parseRate, toReceiving, toSending } from './rate.ts';
import { divideHalfUp } from './rounding.ts';

describe('money', () => {
  it('rounds a tie away from zero and everything else to the nearest unit', () => {
    const cases: [bigint, bigint, bigint][] = [
      [5n, 10n, 1n],
      [4n, 10n, 0n],
      [15n, 10n, 2n],
      [-5n, 10n, -1n],
      [-4n, 10n, 0n],
      [0n, 3n, 0n],
      [7n, 2n, 4n],
    ];
    for (const [numerator, denominator, expected] of cases) expect(divideHalfUp(numerator, denominator)).toBe(expected);
    expect(() => divideHalfUp(1n, 0n)).toThrow('positive');
  });

  it('takes basis points exactly', () => {
    expect([basisPointsOf(950n, 30), basisPointsOf(950n, 100), basisPointsOf(10_001n, 50)]).toEqual([3n, 10n, 50n]);
  });

  it('refuses to write an amount that JSON would change', () => {
    expect(wireMinor(9_007_199_254_740_991n)).toBe(9_007_199_254_740_991);
    expect(() => wireMinor(9_007_199_254_740_992n)).toThrow('2^53');
  });

  it('shows an amount with the facts of its currency', () => {
    expect(viewAmount(12_550n, 'USD')).toEqual({
      amount: 12_550,
      currency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 },
    });
  });

  it('converts between currencies of different scale without a floating-point number', () => {
    const rate = parseRate('97250');
    expect(toReceiving(9_725_000n, rate, 'USD', 'BTC')).toBe(100_000_000n);
    expect(toSending(100_000_000n, rate, 'USD', 'BTC')).toBe(9_725_000n);
    expect(toReceiving(1n, rate, 'USD', 'BTC')).toBe(10n);
  });

  it('keeps twelve significant digits of a rate, however small it is', () => {
    expect(formatRate({ numerator: 1n, denominator: 3n })).toBe('0.333333333333');
    expect(formatRate({ numerator: 119n, denominator: 972_500_000n })).toBe('0.00000012236503856');
    expect(formatRate({ numerator: 5n, denominator: 1n })).toBe('5');
    expect(() => parseRate('-1')).toThrow('not a decimal rate');
    expect(() => parseRate('0')).toThrow('positive');
  });
});

import { describe, expect, it } from 'vitest';
import { asCurrency } from './currency.ts';
import { lesserMinor, viewAmount, wireMinor, writeAmount } from './money.ts';
import { formatRate, parseRate, toReceiving, toSending } from './rate.ts';
import { rounded } from './rounding.ts';

describe('money', () => {
  it('rounds received amounts and allowances down, and paid amounts, rates, fees and worths up', () => {
    const cases: [bigint, bigint, bigint, bigint][] = [
      [0n, 3n, 0n, 0n],
      [1n, 10n, 0n, 1n],
      [9n, 10n, 0n, 1n],
      [10n, 10n, 1n, 1n],
      [11n, 10n, 1n, 2n],
      [9_007_199_254_740_993n * 10n + 1n, 10n, 9_007_199_254_740_993n, 9_007_199_254_740_994n],
    ];
    for (const [numerator, denominator, below, above] of cases) {
      const ratio = { numerator, denominator };
      expect([rounded.received(ratio), rounded.allowance(ratio)]).toEqual([below, below]);
      for (const round of [rounded.paid, rounded.rate, rounded.fee, rounded.worth]) expect(round(ratio)).toBe(above);
    }
  });

  it('refuses a zero denominator, and a negative amount where it rounds to one side', () => {
    for (const round of Object.values(rounded))
      expect(() => round({ numerator: 1n, denominator: 0n })).toThrow('positive');
    expect(() => rounded.received({ numerator: -1n, denominator: 2n })).toThrow('not negative');
    expect(() => rounded.paid({ numerator: -1n, denominator: 2n })).toThrow('not negative');
  });

  it('refuses to write an amount beyond 2^53 - 1', () => {
    expect(wireMinor(9_007_199_254_740_991n)).toBe(9_007_199_254_740_991);
    expect(wireMinor(-9_007_199_254_740_991n)).toBe(-9_007_199_254_740_991);
    for (const beyond of [9_007_199_254_740_992n, -9_007_199_254_740_992n])
      expect(() => wireMinor(beyond)).toThrow('2^53');
  });

  it('takes the smaller of two amounts, whichever comes first and whatever their sign', () => {
    expect([lesserMinor(1n, 2n), lesserMinor(2n, 1n), lesserMinor(-2n, 1n), lesserMinor(1n, -2n)]).toEqual([
      1n,
      1n,
      -2n,
      -2n,
    ]);
  });

  it('returns an amount with its currency object', () => {
    expect(viewAmount(12_550n, 'USD')).toEqual({
      amount: 12_550,
      currency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 },
    });
  });

  it('writes an amount as text with the decimals of its currency', () => {
    expect(writeAmount(12_550n, 'USD')).toBe('125.50 USD');
    expect(writeAmount(5n, 'USD')).toBe('0.05 USD');
    expect(writeAmount(1n, 'BTC')).toBe('0.00000001 BTC');
    expect(writeAmount(1_500n, 'VND')).toBe('1500 VND');
  });

  it('converts between currencies of different scale without a floating-point number', () => {
    const rate = parseRate('97250');
    expect(rounded.received(toReceiving(9_725_000n, rate, 'USD', 'BTC'))).toBe(100_000_000n);
    expect(rounded.paid(toSending(100_000_000n, rate, 'USD', 'BTC'))).toBe(9_725_000n);
    // A cent is 10.28… satoshi, and ten of them cost 0.97… of a cent.
    expect(rounded.received(toReceiving(1n, rate, 'USD', 'BTC'))).toBe(10n);
    expect(rounded.paid(toSending(10n, rate, 'USD', 'BTC'))).toBe(1n);
  });

  it('converts a token to itself, although nothing says how many units it has', () => {
    const token = asCurrency('EXD');
    expect(toReceiving(7n, parseRate('1'), token, token)).toEqual({ numerator: 7n, denominator: 1n });
    expect(toSending(7n, parseRate('1'), token, token)).toEqual({ numerator: 7n, denominator: 1n });
  });

  it('keeps 12 significant digits of a rate, rounded up, and refuses a malformed rate', () => {
    expect(formatRate({ numerator: 1n, denominator: 3n })).toBe('0.333333333334');
    expect(formatRate({ numerator: 119n, denominator: 972_500_000n })).toBe('0.000000122365038561');
    expect(formatRate({ numerator: 1n, denominator: 10n ** 30n })).toBe('0.000000000000000000000001');
    expect(formatRate({ numerator: 5n, denominator: 1n })).toBe('5');
    for (const text of ['-1', '1.5x', '1.', '.5', '']) expect(() => parseRate(text)).toThrow('not a decimal rate');
    expect(() => parseRate('0')).toThrow('positive');
  });
});

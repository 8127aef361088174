import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactMinor, smallestExactUnits } from './token-amount.ts';

const cents = 100n;
const decimals = fc.integer({ min: 0, max: 18 });
/** The most digits that the interface accepts. */
const units = fc.bigInt({ min: 1n, max: 10n ** 38n - 1n });

describe('an amount of tokens', () => {
  it('is whole cents exactly when 100 times it is divisible by the units of a token', () => {
    const rule = fc.property(decimals, units, (places, amount) => {
      const minor = exactMinor(amount, places, cents);
      const isWhole = (amount * 100n) % 10n ** BigInt(places) === 0n;
      expect(minor !== undefined).toBe(isWhole);
      // Its value converts back to the same tokens, so nothing was lost.
      if (minor !== undefined) expect(minor * 10n ** BigInt(places)).toBe(amount * cents);
    });
    fc.assert(rule, { numRuns: 300, seed: 7 });
  });

  it('is whole cents for every multiple of the smallest step, and for nothing between', () => {
    const rule = fc.property(decimals, fc.bigInt({ min: 1n, max: 10n ** 18n }), units, (places, count, rest) => {
      const step = smallestExactUnits(places, cents);
      const whole = exactMinor(count * step, places, cents);
      expect(whole).toBeDefined();
      const between = rest % step;
      if (between !== 0n) expect(exactMinor(count * step + between, places, cents)).toBeUndefined();
    });
    fc.assert(rule, { numRuns: 300, seed: 11 });
  });

  it('adds up: two whole amounts make the sum of their cents', () => {
    const rule = fc.property(decimals, units, units, (places, one, other) => {
      const step = smallestExactUnits(places, cents);
      const [a, b] = [one * step, other * step];
      const [left, right] = [exactMinor(a, places, cents), exactMinor(b, places, cents)];
      expect(exactMinor(a + b, places, cents)).toBe((left ?? 0n) + (right ?? 0n));
    });
    fc.assert(rule, { numRuns: 200, seed: 13 });
  });

  it.each([
    { units: 1_000_000n, decimals: 6, minor: 100n },
    { units: 10_000n, decimals: 6, minor: 1n },
    { units: 10_001n, decimals: 6, minor: undefined },
    { units: 9_999n, decimals: 6, minor: undefined },
    { units: 7n, decimals: 2, minor: 7n },
    { units: 3n, decimals: 0, minor: 300n },
    { units: 5n, decimals: 1, minor: 50n },
    { units: 10n ** 16n, decimals: 18, minor: 1n },
    { units: 10n ** 16n + 1n, decimals: 18, minor: undefined },
    { units: 10n ** 37n, decimals: 18, minor: 10n ** 21n },
  ])('of $units with $decimals decimals is $minor cents', ({ units: amount, decimals: places, minor }) => {
    expect(exactMinor(amount, places, cents)).toBe(minor);
  });

  it.each([
    { decimals: 0, step: 1n },
    { decimals: 2, step: 1n },
    { decimals: 6, step: 10_000n },
    { decimals: 18, step: 10n ** 16n },
  ])('with $decimals decimals comes in steps of $step', ({ decimals: places, step }) => {
    expect(smallestExactUnits(places, cents)).toBe(step);
  });
});

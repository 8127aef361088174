import { whole } from './rounding.ts';

/**
 * What an amount of tokens is worth in the money behind it, both in their smallest units; `undefined` where that is not
 * a whole number. Nothing is rounded, so no token is made or destroyed for a fraction of a cent.
 */
export function exactMinor(units: bigint, decimals: number, minorPerMajor: bigint): bigint | undefined {
  return whole({ numerator: units * minorPerMajor, denominator: 10n ** BigInt(decimals) });
}

/** The smallest amount of tokens that has a whole equivalent; all others that have one are multiples of it. */
export function smallestExactUnits(decimals: number, minorPerMajor: bigint): bigint {
  // Both are powers of ten, so the larger one is a multiple of the other.
  return whole({ numerator: 10n ** BigInt(decimals), denominator: minorPerMajor }) ?? 1n;
}

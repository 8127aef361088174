import { whole } from './rounding.ts';

/**
 * The value of an amount of tokens in the money behind it, both in their smallest units; `undefined` if it is not a
 * whole number. Nothing is rounded, so that no token is created or destroyed for a fraction of a cent.
 */
export function exactMinor(units: bigint, decimals: number, minorPerMajor: bigint): bigint | undefined {
  return whole({ numerator: units * minorPerMajor, denominator: 10n ** BigInt(decimals) });
}

/** The smallest amount of tokens with a whole equivalent. All other such amounts are multiples of it. */
export function smallestExactUnits(decimals: number, minorPerMajor: bigint): bigint {
  // Both are powers of ten, so the larger one is a multiple of the other.
  return whole({ numerator: 10n ** BigInt(decimals), denominator: minorPerMajor }) ?? 1n;
}

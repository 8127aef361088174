/** An exact positive ratio, not yet rounded. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function down({ numerator, denominator }: Ratio): bigint {
  if (numerator < 0n) throw new RangeError('an amount to round up or down is not negative');
  if (denominator <= 0n) throw new RangeError('a denominator is positive');
  return numerator / denominator;
}

function up(ratio: Ratio): bigint {
  const whole = down(ratio);
  return whole * ratio.denominator === ratio.numerator ? whole : whole + 1n;
}

/** The value of a ratio that is a whole number; `undefined` if it would have to be rounded. */
export function whole(ratio: Ratio): bigint | undefined {
  const quotient = down(ratio);
  return quotient * ratio.denominator === ratio.numerator ? quotient : undefined;
}

/**
 * Every rounding, by its purpose. None favours the caller: what a customer receives rounds down, and what a customer
 * pays rounds up, including the price of a currency and each fee, so that no amount is too small to be charged.
 */
export const rounded = {
  /** What a customer receives from a conversion. */
  received: down,
  /** What a customer pays for a conversion. */
  paid: up,
  /** The price of one unit of a currency in another, in the last stored digit. */
  rate: up,
  /** A single fee. */
  fee: up,
  /** The value of an amount when it is compared with a limit, so that no limit is exceeded by a fraction. */
  worth: up,
  /** The value of a limit in another currency, for the same reason. */
  allowance: down,
} as const satisfies Readonly<Record<string, (ratio: Ratio) => bigint>>;

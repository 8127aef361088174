/** An exact positive ratio, before anything is rounded. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function down({ numerator, denominator }: Ratio): bigint {
  if (numerator < 0n) throw new RangeError('what is rounded to one side is not negative');
  if (denominator <= 0n) throw new RangeError('a denominator is positive');
  return numerator / denominator;
}

function up(ratio: Ratio): bigint {
  const whole = down(ratio);
  return whole * ratio.denominator === ratio.numerator ? whole : whole + 1n;
}

/** What a ratio is where it is a whole number, so that nothing has to be rounded; `undefined` where it is not. */
export function whole(ratio: Ratio): bigint | undefined {
  const quotient = down(ratio);
  return quotient * ratio.denominator === ratio.numerator ? quotient : undefined;
}

/** To the nearest unit, a tie away from zero. */
function halfUp({ numerator, denominator }: Ratio): bigint {
  if (numerator < 0n) return -halfUp({ numerator: -numerator, denominator });
  return down({ numerator: numerator * 2n + denominator, denominator: denominator * 2n });
}

/**
 * Every rounding there is, by what is rounded. A conversion never gives more than it takes: what a customer
 * receives rounds down and what a customer pays rounds up, the price of a currency included.
 */
export const rounded = {
  /** What a customer receives of a conversion. */
  received: down,
  /** What a customer pays for a conversion. */
  paid: up,
  /** What one unit of a currency costs in another, in the last digit that is kept. */
  rate: up,
  /** A fee, each by itself. */
  fee: halfUp,
  /** What an amount is worth when it is held against a limit, so that none is passed by a fraction. */
  worth: up,
  /** What a limit allows in another currency, for the same reason. */
  allowance: down,
} as const satisfies Readonly<Record<string, (ratio: Ratio) => bigint>>;

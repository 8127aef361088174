import { type CurrencyCode, minorPerMajor } from './currency.ts';
import { divideHalfUp } from './rounding.ts';

/** An exact positive ratio; no rate ever passes through a floating-point number. */
export interface Rate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const decimalForm = /^(\d+)(?:\.(\d+))?$/;

/** Reads a positive decimal such as `0.0582`. */
export function parseRate(text: string): Rate {
  const match = decimalForm.exec(text);
  if (match === null) throw new Error(`not a decimal rate: ${text}`);
  const fraction = match[2] ?? '';
  const numerator = BigInt(`${match[1]}${fraction}`);
  if (numerator === 0n) throw new Error('a rate is positive');
  return { numerator, denominator: 10n ** BigInt(fraction.length) };
}

const significantDigits = 12;

/** The ratio as decimal text of at most twelve significant digits, rounded half up. */
export function formatRate({ numerator, denominator }: Rate): string {
  let scale = 0;
  let digits = divideHalfUp(numerator, denominator);
  while (digits.toString().length < significantDigits && scale < 24) {
    scale += 1;
    digits = divideHalfUp(numerator * 10n ** BigInt(scale), denominator);
  }
  const text = digits.toString().padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/**
 * What `sendingMinor` buys at `rate` = sending major units per one receiving major unit,
 * rounded half up to the receiving currency's smallest unit.
 */
export function toReceiving(sendingMinor: bigint, rate: Rate, sending: CurrencyCode, receiving: CurrencyCode): bigint {
  return divideHalfUp(
    sendingMinor * minorPerMajor(receiving) * rate.denominator,
    minorPerMajor(sending) * rate.numerator,
  );
}

/** What `receivingMinor` costs at `rate`, rounded half up to the sending currency's smallest unit. */
export function toSending(receivingMinor: bigint, rate: Rate, sending: CurrencyCode, receiving: CurrencyCode): bigint {
  return divideHalfUp(
    receivingMinor * minorPerMajor(sending) * rate.numerator,
    minorPerMajor(receiving) * rate.denominator,
  );
}

import { type CurrencyCode, currencyCode, minorPerMajor } from './currency.ts';
import { type Ratio, rounded } from './rounding.ts';

/** Sending major units for one receiving major unit. No rate passes through a floating-point number. */
export type Rate = Ratio;

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

/** The ratio as decimal text of twelve significant digits, never less than the ratio. */
export function formatRate({ numerator, denominator }: Rate): string {
  let scale = 0;
  let digits = rounded.rate({ numerator, denominator });
  while (digits.toString().length < significantDigits && scale < 24) {
    scale += 1;
    digits = rounded.rate({ numerator: numerator * 10n ** BigInt(scale), denominator });
  }
  const text = digits.toString().padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** What `sendingMinor` buys at `rate`, in the receiving currency's smallest unit, not yet rounded. */
export function toReceiving(sendingMinor: bigint, rate: Rate, sending: CurrencyCode, receiving: CurrencyCode): Ratio {
  const [from, to] = scales(sending, receiving);
  return { numerator: sendingMinor * to * rate.denominator, denominator: from * rate.numerator };
}

/** What `receivingMinor` costs at `rate`, in the sending currency's smallest unit, not yet rounded. */
export function toSending(receivingMinor: bigint, rate: Rate, sending: CurrencyCode, receiving: CurrencyCode): Ratio {
  const [from, to] = scales(sending, receiving);
  return { numerator: receivingMinor * from * rate.numerator, denominator: to * rate.denominator };
}

/** How many smallest units make one major unit of each currency. The same currency on both sides needs neither. */
function scales(sending: CurrencyCode, receiving: CurrencyCode): readonly [bigint, bigint] {
  return sending === receiving
    ? [1n, 1n]
    : [minorPerMajor(currencyCode(sending)), minorPerMajor(currencyCode(receiving))];
}

import type { JsonText } from '../json/json-text.ts';
import { type CurrencyCode, type CurrencyView, viewCurrency } from './currency.ts';

/** The largest amount that JSON carries exactly. */
export const largestWireMinor = BigInt(Number.MAX_SAFE_INTEGER);

/** An amount as the interface writes it. Throws for a number that JSON would change. */
export function wireMinor(amountMinor: bigint): number {
  if (amountMinor > largestWireMinor || amountMinor < -largestWireMinor) {
    throw new RangeError('an amount above 2^53-1 has no exact JSON number');
  }
  return Number(amountMinor);
}

/** The smaller of two amounts, since `Math.min` does not accept bigint. */
export function lesserMinor(oneMinor: bigint, otherMinor: bigint): bigint {
  return oneMinor < otherMinor ? oneMinor : otherMinor;
}

export interface CurrencyAmountView {
  readonly amount: number;
  readonly currency: CurrencyView;
}

export function viewAmount(
  amountMinor: bigint,
  currency: CurrencyCode,
  token: JsonText<CurrencyView> | null = null,
): CurrencyAmountView {
  return { amount: wireMinor(amountMinor), currency: viewCurrency(currency, token) };
}

/** An amount as text for people, e.g. `125.50 USD`. */
export function writeAmount(
  amountMinor: bigint,
  currency: CurrencyCode,
  token: JsonText<CurrencyView> | null = null,
): string {
  const { decimals } = viewCurrency(currency, token);
  const figures = amountMinor.toString().padStart(decimals + 1, '0');
  const major = figures.slice(0, figures.length - decimals);
  return decimals === 0 ? `${major} ${currency}` : `${major}.${figures.slice(-decimals)} ${currency}`;
}

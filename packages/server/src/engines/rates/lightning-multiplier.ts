import type { CurrencyCode } from '../../ground/money/currency.ts';
import { formatRate, parseRate, toReceiving, toSending } from '../../ground/money/rate.ts';
import { type Ratio, rounded } from '../../ground/money/rounding.ts';
import type { Price } from './price.ts';

const perSmallestUnit = 1_000n;

/**
 * Millisatoshis for one smallest unit of a currency, as messages of UMA carry it, at the rate from BTC to the currency.
 * The payee's side names it and is bound by it, so it is a number of the wire like any other rate there.
 */
export function lightningMultiplier(rate: string, currency: CurrencyCode): number {
  const { numerator, denominator } = toSending(1n, parseRate(rate), 'BTC', currency);
  return Number(formatRate({ numerator: numerator * perSmallestUnit, denominator }));
}

/** What an amount costs at a multiplier, rounded as every provider of UMA rounds it. */
export function lightningCost(amount: number, multiplier: number): number {
  return Math.round(amount * multiplier);
}

/**
 * The most millisatoshis that may be paid for a payment, at the rate from its currency to BTC: what the payer brings,
 * less what the platform keeps of it. Of the fee of the service nothing has to be left; where it takes none, the
 * principal alone buys them, and the other side may have rounded to the next one.
 */
export function affordableMillisatoshis(
  { principalMinor, fees }: Pick<Price, 'principalMinor' | 'fees'>,
  rate: string,
  currency: CurrencyCode,
): bigint {
  const bought = (amountMinor: bigint): Ratio => {
    const { numerator, denominator } = toReceiving(amountMinor, parseRate(rate), currency, 'BTC');
    return { numerator: numerator * perSmallestUnit, denominator };
  };
  const withFee = rounded.allowance(bought(principalMinor + fees.serviceMinor));
  return fees.serviceMinor > 0n ? withFee : rounded.paid(bought(principalMinor));
}

/** How many smallest units so many millisatoshis are at a multiplier, never more than they are worth. */
export function lightningAmount(millisatoshis: number, multiplier: number): number {
  return Math.floor(millisatoshis / multiplier);
}

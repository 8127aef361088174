import type { CurrencyCode } from '../../ground/money/currency.ts';
import { formatRate, parseRate, toReceiving, toSending } from '../../ground/money/rate.ts';
import { type Ratio, rounded } from '../../ground/money/rounding.ts';
import type { Price } from './price.ts';

const perSmallestUnit = 1_000n;

/**
 * Millisatoshis for one smallest unit of a currency, as in UMA messages, at the rate from BTC to the currency. It is a
 * JavaScript number because the payee's side commits to the number that the message contains.
 */
export function lightningMultiplier(rate: string, currency: CurrencyCode): number {
  const { numerator, denominator } = toSending(1n, parseRate(rate), 'BTC', currency);
  return Number(formatRate({ numerator: numerator * perSmallestUnit, denominator }));
}

/** The cost of an amount at a multiplier, rounded as every UMA provider rounds it. */
export function lightningCost(amount: number, multiplier: number): number {
  return Math.round(amount * multiplier);
}

/**
 * The most millisatoshis that a payment may cost, at the rate from its currency to BTC: the value of the principal and
 * of the service's fee, which may be used up entirely. Without a service fee only the principal counts, rounded up
 * because the other side may have rounded up.
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

/** The smallest units that an amount of millisatoshis pays for at a multiplier, rounded down. */
export function lightningAmount(millisatoshis: number, multiplier: number): number {
  return Math.floor(millisatoshis / multiplier);
}

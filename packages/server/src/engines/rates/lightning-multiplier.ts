import type { CurrencyCode } from '../../ground/money/currency.ts';
import { formatRate, parseRate, toSending } from '../../ground/money/rate.ts';
import type { RateSource } from './rate-source.ts';

const perSmallestUnit = 1_000n;

/**
 * Millisatoshis for one smallest unit of a currency, as messages of UMA carry it; `undefined` where the market has no
 * price. The payee's side names it and is bound by it, so it is a number of the wire like any other rate there.
 */
export function lightningMultiplier(
  rates: Pick<RateSource, 'lastRateFor'>,
  currency: CurrencyCode,
): number | undefined {
  const rate = rates.lastRateFor('BTC', currency);
  if (rate === undefined) return undefined;
  const { numerator, denominator } = toSending(1n, parseRate(rate), 'BTC', currency);
  return Number(formatRate({ numerator: numerator * perSmallestUnit, denominator }));
}

/** What an amount costs at a multiplier, rounded as every provider of UMA rounds it. */
export function lightningCost(amount: number, multiplier: number): number {
  return Math.round(amount * multiplier);
}

/** How many smallest units so many millisatoshis are at a multiplier, never more than they are worth. */
export function lightningAmount(millisatoshis: number, multiplier: number): number {
  return Math.floor(millisatoshis / multiplier);
}

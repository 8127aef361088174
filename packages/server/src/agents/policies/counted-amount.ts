import type { RateSource } from '../../engines/rates/rate-source.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import { parseRate, toReceiving } from '../../ground/money/rate.ts';
import { rounded } from '../../ground/money/rounding.ts';

/**
 * An amount in the currency of a limit, at the last known rate and rounded up, so that no limit is exceeded by a
 * fraction; `undefined` if there is no rate.
 */
export function countedMinor(
  rates: Pick<RateSource, 'lastRateFor'>,
  amountMinor: bigint,
  currency: CurrencyCode,
  limitCurrency: CurrencyCode,
): bigint | undefined {
  if (currency === limitCurrency) return amountMinor;
  const rate = rates.lastRateFor(currency, limitCurrency);
  return rate === undefined
    ? undefined
    : rounded.worth(toReceiving(amountMinor, parseRate(rate), currency, limitCurrency));
}

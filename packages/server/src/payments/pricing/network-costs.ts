import type { CryptoNetwork } from '@payments-platform/types';
import type { Rails } from '../../engines/rails/rails.ts';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import { type CurrencyCode, isCurrencyCode, minorPerMajor } from '../../ground/money/currency.ts';
import { parseRate } from '../../ground/money/rate.ts';
import { rounded } from '../../ground/money/rounding.ts';

/** The cost of a network in the smallest unit of an asset; nothing where its price is not known. */
export function costMinor(
  { rails, rates }: { readonly rails: Rails; readonly rates: RateSource },
  network: CryptoNetwork,
  currency: CurrencyCode,
): bigint {
  const rate = rates.lastRateFor(currency, 'USD');
  if (rate === undefined || !isCurrencyCode(currency)) return 0n;
  const { numerator, denominator } = parseRate(rate);
  return rounded.fee({
    numerator: rails.networkCost(network).microDollars * numerator * minorPerMajor(currency),
    denominator: denominator * 1_000_000n,
  });
}

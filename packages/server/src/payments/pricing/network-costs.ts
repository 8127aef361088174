import type { AccountNetwork } from '../../accounts/external/account-facts.ts';
import type { Rails } from '../../engines/rails/rails.ts';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import { type CurrencyCode, isCurrencyCode, minorPerMajor } from '../../ground/money/currency.ts';
import { rounded } from '../../ground/money/rounding.ts';
import { dollarsPerUnit } from './dollar-price.ts';

/** The sources of a network's cost and of its rate to other currencies. */
export interface CostSources {
  readonly rails: Pick<Rails, 'networkCost'>;
  readonly rates: Pick<RateSource, 'lastRateFor'>;
}

/** Whether a payout over a network costs the service nothing, so that no fee for it is needed. */
export function isFree({ rails }: Pick<CostSources, 'rails'>, network: AccountNetwork | null): boolean {
  return network === null || network === 'LIGHTNING' || rails.networkCost(network).microDollars === 0n;
}

/**
 * The cost of a payout over a network for the service, in the smallest unit of the sending currency, rounded up so
 * that the payout never costs more than was taken for it. 0 over a bank rail, inside the service, over Lightning,
 * and for a token, which has no price.
 */
export function costMinor(
  { rails, rates }: CostSources,
  network: AccountNetwork | null,
  currency: CurrencyCode,
): bigint {
  if (network === null || network === 'LIGHTNING') return 0n;
  if (!isCurrencyCode(currency)) return 0n;
  const { numerator, denominator } = dollarsPerUnit(rates, currency);
  return rounded.paid({
    numerator: rails.networkCost(network).microDollars * denominator * minorPerMajor(currency),
    denominator: numerator * 1_000_000n,
  });
}

import { currencies } from '@payments-platform/types';
import type { FundingRoute } from '../../engines/funding/funding.ts';
import { instantRailMs } from '../../engines/rails/timelines.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { Deps } from '../../operation/deps.ts';

type Outside = Pick<Deps, 'funding' | 'rails'>;

/** The routes over which a quote may be paid in the currency: from banks only what is fast enough for a price to hold. */
export function openRoutes(outside: Outside, currency: CurrencyCode): FundingRoute[] {
  const known = [...outside.funding.routesInto(currency)];
  return currencies[currency].kind === 'FIAT' ? instantOnes(outside, known) : known;
}

/**
 * The routes of one quote. Where no network is named, bitcoin comes over the networks that are quick, and
 * not over its chain.
 */
export function routesOf(outside: Outside, currency: CurrencyCode, network: string | undefined): FundingRoute[] {
  const open = openRoutes(outside, currency);
  return network === undefined ? instantOnes(outside, open) : open.filter((route) => route === network);
}

function instantOnes({ rails }: Outside, routes: readonly FundingRoute[]): FundingRoute[] {
  return routes.filter((route) => rails.timelineMs(route) <= instantRailMs);
}

import type { FundingRoute } from '../../engines/funding/funding.ts';
import { instantRailMs } from '../../engines/rails/timelines.ts';
import { type CurrencyCode, isCurrencyCode, isFiat } from '../../ground/money/currency.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { Deps } from '../../operation/deps.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import type { QuoteRequest, Source } from './parties.ts';

type Outside = Pick<Deps, 'funding' | 'rails'>;

/**
 * The routes over which a quote may be paid in the currency. From banks, only those fast enough for the price to
 * hold.
 */
function openRoutes(outside: Outside, currency: CurrencyCode): FundingRoute[] {
  const known = [...outside.funding.routesInto(currency)];
  return isFiat(currency) ? instantOnes(outside, known) : known;
}

/** The routes of one quote. Without a named network, bitcoin comes in over the fast networks, not over its chain. */
export function routesOf(outside: Outside, currency: CurrencyCode, network: string | undefined): FundingRoute[] {
  const open = openRoutes(outside, currency);
  return network === undefined ? instantOnes(outside, open) : open.filter((route) => route === network);
}

function instantOnes({ rails }: Outside, routes: readonly FundingRoute[]): FundingRoute[] {
  return routes.filter((route) => rails.timelineMs(route) <= instantRailMs);
}

type RealtimeSource = Extract<QuoteRequest['source'], { readonly sourceType: 'REALTIME_FUNDING' }>;

/** The only asset on several networks that is not a stablecoin: it has the same value on each of them. */
const bitcoin = 'BTC';

/** Money that will be paid in for this quote, over a route that is fast enough for the price to hold. */
export function realtimeSource(
  outside: Outside,
  { currency, cryptoNetwork, customerId }: RealtimeSource,
  isImmediate: boolean,
): Source | Refusal<'INVALID_INPUT' | 'INVALID_CURRENCY'> {
  if (!isCurrencyCode(currency)) return notPaidIn(currency);
  const isMoney = isFiat(currency);
  const open = openRoutes(outside, currency);
  const errors = [...(isImmediate ? [startsByItself] : []), ...networkErrors(currency, isMoney, open, cryptoNetwork)];
  if (errors.length > 0) return refuseFields(errors);
  if (open.length === 0) return notPaidIn(currency);
  return {
    accountId: null,
    customerId: customerId ?? null,
    currency,
    status: 'ACTIVE',
    token: null,
    funding: isMoney ? 'BANK_DEPOSIT' : 'CHAIN_DEPOSIT',
    identifier: null,
    routes: routesOf(outside, currency, cryptoNetwork),
    collectionStatus: null,
    wallet: null,
    bankRail: null,
  };
}

const startsByItself: FieldError = {
  field: 'immediatelyExecute',
  message:
    'A quote with real-time funding starts automatically when the deposit arrives. Leave immediatelyExecute out.',
};

function networkErrors(
  currency: CurrencyCode,
  isFiat: boolean,
  open: readonly FundingRoute[],
  network: string | undefined,
): FieldError[] {
  const field = 'source.cryptoNetwork';
  if (isFiat)
    return network === undefined
      ? []
      : [{ field, message: `${currency} is paid in through banks. Leave cryptoNetwork out.` }];
  if (open.some((route) => route === network) || (network === undefined && currency === bitcoin)) return [];
  const message = `Send the network over which ${currency} is paid in: ${open.join(', ')}.`;
  return [{ field, message, constraint: { enum: open } }];
}

function notPaidIn(currency: string): Refusal<'INVALID_CURRENCY'> {
  return refuse(
    'INVALID_CURRENCY',
    `${currency} cannot be paid in for a quote: no instant rail delivers it. Fund an internal account and use it as the source.`,
  );
}

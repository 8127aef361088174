import { currencies } from '@payments-platform/types';
import { accountRoute } from '../../accounts/external/account-facts.ts';
import { findExternalAccount } from '../../accounts/external/find-external-account.ts';
import { findInternalAccount } from '../../accounts/internal/find-internal-account.ts';
import type { FundingRoute } from '../../engines/funding/funding.ts';
import { type CurrencyCode, isCurrencyCode } from '../../ground/money/currency.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { openRoutes, routesOf } from './funding-routes.ts';
import type { QuoteRequest, Source } from './parties.ts';
import { unknownAccount } from './unknown-account.ts';

type RealtimeSource = Extract<QuoteRequest['source'], { readonly sourceType: 'REALTIME_FUNDING' }>;
type SourceRefusal = Refusal<'ACCOUNT_NOT_FOUND' | 'INVALID_INPUT' | 'INVALID_CURRENCY'>;

/** The only asset of several networks that is no stablecoin: it is worth the same on each of them. */
const bitcoin = 'BTC';

export async function resolveSource(context: WorkContext, request: QuoteRequest): Promise<Source | SourceRefusal> {
  const { source } = request;
  if (source.sourceType === 'REALTIME_FUNDING') return resolveDeposit(context, request, source);
  if (source.accountId.startsWith('ExternalAccount:')) return resolveDirectDebit(context, source.accountId);
  const { unit, tenant } = context;
  const account = await findInternalAccount(unit, tenant, source.accountId);
  if (account === undefined) return unknownAccount(source.accountId);
  return {
    accountId: account.id,
    customerId: account.customer_id,
    currency: account.currency,
    status: account.status,
    funding: 'BALANCE',
    identifier: null,
    routes: [],
    collectionStatus: null,
    bankRail: null,
  };
}

/** Money that is taken from an account outside, where its bank lets that be done. */
async function resolveDirectDebit(
  { unit, tenant }: WorkContext,
  accountId: string,
): Promise<Source | Refusal<'ACCOUNT_NOT_FOUND'>> {
  const account = await findExternalAccount(unit, tenant, accountId);
  if (account === undefined) return unknownAccount(accountId);
  const { collects } = accountRoute(account);
  return {
    accountId,
    customerId: account.customer_id,
    currency: account.currency,
    status: account.status,
    funding: 'COLLECTION',
    identifier: account.identifier,
    routes: collects,
    collectionStatus: account.collection_status,
    bankRail: collects[0] ?? null,
  };
}

/** Money that will be paid in for this quote, over a route that is fast enough for a price to hold. */
function resolveDeposit(
  { deps }: WorkContext,
  { immediatelyExecute }: QuoteRequest,
  { currency, cryptoNetwork, customerId }: RealtimeSource,
): Source | SourceRefusal {
  if (!isCurrencyCode(currency)) return notPaidIn(currency);
  const isFiat = currencies[currency].kind === 'FIAT';
  const open = openRoutes(deps, currency);
  const errors = [
    ...(immediatelyExecute === true ? [startsByItself] : []),
    ...networkErrors(currency, isFiat, open, cryptoNetwork),
  ];
  if (errors.length > 0) return refuseFields(errors);
  if (open.length === 0) return notPaidIn(currency);
  return {
    accountId: null,
    customerId: customerId ?? null,
    currency,
    status: 'ACTIVE',
    funding: isFiat ? 'BANK_DEPOSIT' : 'CHAIN_DEPOSIT',
    identifier: null,
    routes: routesOf(deps, currency, cryptoNetwork),
    collectionStatus: null,
    bankRail: null,
  };
}

const startsByItself: FieldError = {
  field: 'immediatelyExecute',
  message: 'A quote with real-time funding starts by itself when the deposit arrives. Leave immediatelyExecute out.',
};

function networkErrors(
  currency: CurrencyCode,
  isFiat: boolean,
  open: readonly FundingRoute[],
  network: string | undefined,
): FieldError[] {
  const field = 'source.cryptoNetwork';
  if (isFiat)
    return network === undefined ? [] : [{ field, message: `${currency} comes over banks. Leave cryptoNetwork out.` }];
  if (open.some((route) => route === network) || (network === undefined && currency === bitcoin)) return [];
  const message = `Name the network that ${currency} comes over: ${open.join(', ')}.`;
  return [{ field, message, constraint: { enum: open } }];
}

function notPaidIn(currency: string): Refusal<'INVALID_CURRENCY'> {
  return refuse(
    'INVALID_CURRENCY',
    `${currency} cannot be paid in for a quote: no instant rail brings it here. Fund an internal account and use it as the source.`,
  );
}

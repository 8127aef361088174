import type { PaymentRail } from '@payments-platform/types';
import { accountRoute } from '../../accounts/external/account-facts.ts';
import { findExternalAccount } from '../../accounts/external/find-external-account.ts';
import { findInternalAccount } from '../../accounts/internal/find-internal-account.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuseFields } from '../../operation/operation.ts';
import { findLookup } from '../receivers/find-lookup.ts';
import type { Destination, Parties, QuoteRequest, Source } from './parties.ts';
import { resolveSource } from './resolve-source.ts';
import { resolveUmaDestination, unknownLookup } from './resolve-uma-destination.ts';
import { unknownAccount } from './unknown-account.ts';

export type PartiesRefusal = Refusal<
  | 'ACCOUNT_NOT_FOUND'
  | 'INVALID_INPUT'
  | 'INVALID_CURRENCY'
  | 'INVALID_UMA_ADDRESS'
  | 'LOOKUP_REQUEST_NOT_FOUND'
  | 'INVALID_RECEIVER'
>;

/** Finds both parties of the payment: the platform's own accounts, or a UMA address through its lookup. */
export async function resolveParties(context: WorkContext, request: QuoteRequest): Promise<Parties | PartiesRefusal> {
  const { destination } = request;
  const [from, to] = await Promise.all([
    resolveSource(context, request),
    destination.destinationType === 'UMA_ADDRESS'
      ? resolveUmaDestination(context, request, destination)
      : resolveAccount(context, request, destination),
  ]);
  if ('code' in from) return from;
  if ('code' in to) return to;
  return { source: from.accountId === null ? paidInFor(from, to) : from, destination: to };
}

/** Who pays a UMA address is known from its lookup, so a deposit for it need not say so again. */
function paidInFor(source: Source, { uma }: Destination): Source {
  return { ...source, customerId: source.customerId ?? uma?.lookup.senderCustomerId ?? null };
}

type AccountDestination = Extract<QuoteRequest['destination'], { readonly destinationType: 'ACCOUNT' }>;

/** A payment to an account does without a lookup; one that is named has to be of this account. */
async function resolveAccount(
  context: WorkContext,
  { lookupId }: QuoteRequest,
  { accountId, paymentRail }: AccountDestination,
): Promise<Destination | PartiesRefusal> {
  const destination = await findDestination(context, accountId, paymentRail);
  if (lookupId === undefined || 'code' in destination) return destination;
  const lookup = await findLookup(context, lookupId);
  if (lookup === undefined) return unknownLookup(lookupId);
  if (lookup.receiver === accountId) return destination;
  return refuseFields([{ field: 'lookupId', message: `The lookup was made for another receiver than ${accountId}.` }]);
}

async function findDestination(
  { unit, tenant }: WorkContext,
  accountId: string,
  chosen: PaymentRail | undefined,
): Promise<Destination | Refusal<'ACCOUNT_NOT_FOUND'>> {
  const isInternal = accountId.startsWith('InternalAccount:');
  const isRailChosen = chosen !== undefined;
  if (isInternal) {
    const account = await findInternalAccount(unit, tenant, accountId);
    if (account === undefined) return unknownAccount(accountId);
    const { customer_id: customerId, currency, status } = account;
    const route = { identifier: null, rail: 'INTERNAL', rails: [], bankRail: null, network: null } as const;
    return { accountId, customerId, currency, status, isInternal, isRailChosen, ...route };
  }
  const account = await findExternalAccount(unit, tenant, accountId);
  if (account === undefined) return unknownAccount(accountId);
  const { customer_id: customerId, currency, status, identifier } = account;
  const { rails, defaultRail, network } = accountRoute(account);
  const rail = chosen ?? defaultRail ?? network;
  if (rail === null) throw new Error(`${accountId} can be reached over no rail`);
  return {
    accountId,
    customerId,
    currency,
    status,
    isInternal,
    isRailChosen,
    identifier,
    rail,
    rails,
    bankRail: network === null ? (chosen ?? defaultRail) : null,
    network,
  };
}

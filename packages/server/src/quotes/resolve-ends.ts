import { accountFacts } from '@payments-platform/types';
import { findExternalAccount } from '../external-accounts/find-external-account.ts';
import { type FieldError, type Input, type Refusal, refuse, refuseFields, type WorkContext } from '../http/operation.ts';
import { findInternalAccount } from '../internal-accounts/find-internal-account.ts';
import { type CurrencyCode, currencyCode } from '../money/currency.ts';
import type { RailName } from '../rails/rails.ts';

export type QuoteRequest = Input<'createQuote'>['body'];

/** The account that pays. */
export interface SourceEnd {
  readonly accountId: string;
  readonly customerId: string | null;
  readonly currency: CurrencyCode;
}

/** The account that is paid, and how. */
export interface DestinationEnd extends SourceEnd {
  readonly isInternal: boolean;
  readonly identifier: string | null;
  readonly rail: RailName;
  readonly isRailChosen: boolean;
  readonly network: string | null;
  readonly needsOwnershipProof: boolean;
}

export interface Ends {
  readonly source: SourceEnd;
  readonly destination: DestinationEnd;
}

export type EndRefusal = Refusal<'ACCOUNT_NOT_FOUND' | 'NOT_IMPLEMENTED' | 'SELF_PAYMENT' | 'QUOTE_REQUEST_FAILED' | 'INVALID_INPUT'>;

/** Finds both ends of the payment among the platform's own accounts. */
export async function resolveEnds(context: WorkContext, { source, destination }: QuoteRequest): Promise<Ends | EndRefusal> {
  if (source.sourceType !== 'ACCOUNT') {
    return refuse('NOT_IMPLEMENTED', 'Real-time funding is not built yet. Fund an internal account and use it as the source.');
  }
  if (destination.destinationType !== 'ACCOUNT') {
    return refuse('NOT_IMPLEMENTED', 'UMA addresses are not built yet. Use an external or internal account as the destination.');
  }
  if (source.accountId === destination.accountId) {
    return refuse('SELF_PAYMENT', 'Source and destination are the same account. Name two accounts.');
  }
  const [from, to] = await Promise.all([
    resolveSource(context, source.accountId),
    resolveDestination(context, destination.accountId, destination.paymentRail),
  ]);
  if ('code' in from) return from;
  if ('code' in to) return to;
  return { source: from, destination: to };
}

async function resolveSource({ unit, tenant }: WorkContext, accountId: string): Promise<SourceEnd | EndRefusal> {
  if (accountId.startsWith('ExternalAccount:')) {
    const external = await findExternalAccount(unit, tenant, accountId);
    if (external === undefined) return unknownAccount(accountId);
    return refuse('NOT_IMPLEMENTED', 'Pulling money from an external account is not built yet. Use an internal account as the source.');
  }
  const account = await findInternalAccount(unit, tenant, accountId);
  if (account === undefined) return unknownAccount(accountId);
  if (account.status !== 'ACTIVE') return inactive(accountId, account.status);
  return { accountId, customerId: account.customer_id, currency: currencyCode(account.currency) };
}

async function resolveDestination(context: WorkContext, accountId: string, chosen: string | undefined): Promise<DestinationEnd | EndRefusal> {
  return accountId.startsWith('InternalAccount:')
    ? resolveInternalDestination(context, accountId, chosen)
    : resolveExternalDestination(context, accountId, chosen);
}

async function resolveInternalDestination({ unit, tenant }: WorkContext, accountId: string, chosen: string | undefined): Promise<DestinationEnd | EndRefusal> {
  const account = await findInternalAccount(unit, tenant, accountId);
  if (account === undefined) return unknownAccount(accountId);
  if (account.status !== 'ACTIVE') return inactive(accountId, account.status);
  if (chosen !== undefined) return refuseFields([wrongRail(accountId, [])]);
  return {
    accountId,
    customerId: account.customer_id,
    currency: currencyCode(account.currency),
    isInternal: true,
    identifier: null,
    rail: 'INTERNAL',
    isRailChosen: false,
    network: null,
    needsOwnershipProof: false,
  };
}

const provenLater = new Set(['PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED']);

async function resolveExternalDestination({ unit, tenant }: WorkContext, accountId: string, chosen: string | undefined): Promise<DestinationEnd | EndRefusal> {
  const account = await findExternalAccount(unit, tenant, accountId);
  if (account === undefined) return unknownAccount(accountId);
  const needsOwnershipProof = provenLater.has(account.status);
  if (account.status !== 'ACTIVE' && !needsOwnershipProof) return inactive(accountId, account.status);
  const facts = factsOf(account.account_type);
  if (chosen !== undefined && !facts.rails.includes(chosen)) return refuseFields([wrongRail(accountId, facts.rails)]);
  return {
    accountId,
    customerId: account.customer_id,
    currency: currencyCode(account.currency),
    isInternal: false,
    identifier: account.identifier,
    rail: (chosen ?? facts.defaultRail ?? facts.network) as RailName,
    isRailChosen: chosen !== undefined,
    network: facts.network,
    needsOwnershipProof,
  };
}

interface Facts {
  readonly rails: readonly string[];
  readonly defaultRail: string | null;
  readonly network: string | null;
}

function factsOf(accountType: string): Facts {
  const facts = (accountFacts as Readonly<Record<string, Facts>>)[accountType];
  if (facts === undefined) throw new Error(`the specification has no facts about accounts of type ${accountType}`);
  return facts;
}

function wrongRail(accountId: string, rails: readonly string[]): FieldError {
  return rails.length === 0
    ? { field: 'destination.paymentRail', message: `${accountId} is not reached over a payment rail. Leave paymentRail out.` }
    : {
        field: 'destination.paymentRail',
        message: `${accountId} is reached over ${rails.join(', ')}. Choose one of them or leave paymentRail out.`,
        constraint: { enum: rails },
      };
}

function unknownAccount(accountId: string): Refusal<'ACCOUNT_NOT_FOUND'> {
  return refuse('ACCOUNT_NOT_FOUND', `There is no account ${accountId}. Check the id and the environment of your token.`);
}

function inactive(accountId: string, status: string): Refusal<'QUOTE_REQUEST_FAILED'> {
  return refuse('QUOTE_REQUEST_FAILED', `The account ${accountId} is ${status} and can neither send nor receive. Use another account, or try again once it is ACTIVE.`);
}

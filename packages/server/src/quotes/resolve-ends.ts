import { accountRoute } from '../external-accounts/account-facts.ts';
import { findExternalAccount } from '../external-accounts/find-external-account.ts';
import { type Input, type Refusal, refuse } from '../http/operation.ts';
import { findInternalAccount } from '../internal-accounts/find-internal-account.ts';
import { type CurrencyCode, currencyCode } from '../money/currency.ts';
import type { RailName } from '../rails/rails.ts';
import type { WorkContext } from '../work-context.ts';

export type QuoteRequest = Input<'createQuote'>['body'];

/** The account that pays. */
export interface SourceEnd {
  readonly accountId: string;
  readonly customerId: string | null;
  readonly currency: CurrencyCode;
  readonly status: string;
}

/** The account that is paid, and how. */
export interface DestinationEnd extends SourceEnd {
  readonly isInternal: boolean;
  /** Account number, IBAN, address and so on; `null` inside the service. */
  readonly identifier: string | null;
  readonly rail: RailName;
  readonly isRailChosen: boolean;
  /** The bank rails that reach the account. */
  readonly rails: readonly string[];
  readonly network: string | null;
}

export interface Ends {
  readonly source: SourceEnd;
  readonly destination: DestinationEnd;
}

export type EndRefusal = Refusal<'ACCOUNT_NOT_FOUND' | 'NOT_IMPLEMENTED'>;

/** Finds both ends of the payment among the platform's own accounts. */
export async function resolveEnds(
  context: WorkContext,
  { source, destination }: QuoteRequest,
): Promise<Ends | EndRefusal> {
  if (source.sourceType !== 'ACCOUNT') {
    return refuse(
      'NOT_IMPLEMENTED',
      'Real-time funding is not built yet. Fund an internal account and use it as the source.',
    );
  }
  if (destination.destinationType !== 'ACCOUNT') {
    return refuse(
      'NOT_IMPLEMENTED',
      'UMA addresses are not built yet. Use an external or internal account as the destination.',
    );
  }
  if (source.accountId.startsWith('ExternalAccount:')) {
    return refuse(
      'NOT_IMPLEMENTED',
      'Pulling money from an external account is not built yet. Use an internal account as the source.',
    );
  }
  const [from, to] = await Promise.all([
    resolveSource(context, source.accountId),
    resolveDestination(context, destination.accountId, destination.paymentRail),
  ]);
  if ('code' in from) return from;
  if ('code' in to) return to;
  return { source: from, destination: to };
}

async function resolveSource(
  { unit, tenant }: WorkContext,
  accountId: string,
): Promise<SourceEnd | Refusal<'ACCOUNT_NOT_FOUND'>> {
  const account = await findInternalAccount(unit, tenant, accountId);
  if (account === undefined) return unknownAccount(accountId);
  return {
    accountId,
    customerId: account.customer_id,
    currency: currencyCode(account.currency),
    status: account.status,
  };
}

async function resolveDestination(
  { unit, tenant }: WorkContext,
  accountId: string,
  chosen: string | undefined,
): Promise<DestinationEnd | Refusal<'ACCOUNT_NOT_FOUND'>> {
  const isInternal = accountId.startsWith('InternalAccount:');
  const isRailChosen = chosen !== undefined;
  if (isInternal) {
    const account = await findInternalAccount(unit, tenant, accountId);
    if (account === undefined) return unknownAccount(accountId);
    const { customer_id: customerId, currency, status } = account;
    const route = { identifier: null, rail: 'INTERNAL', rails: [], network: null } as const;
    return { accountId, customerId, currency: currencyCode(currency), status, isInternal, isRailChosen, ...route };
  }
  const account = await findExternalAccount(unit, tenant, accountId);
  if (account === undefined) return unknownAccount(accountId);
  const { customer_id: customerId, currency, status, identifier } = account;
  const { rails, defaultRail, network } = accountRoute(account);
  const rail = (chosen ?? defaultRail ?? network) as RailName;
  return {
    accountId,
    customerId,
    currency: currencyCode(currency),
    status,
    isInternal,
    isRailChosen,
    identifier,
    rail,
    rails,
    network,
  };
}

function unknownAccount(accountId: string): Refusal<'ACCOUNT_NOT_FOUND'> {
  return refuse(
    'ACCOUNT_NOT_FOUND',
    `There is no account ${accountId}. Check the id and the environment of your token.`,
  );
}

import { accountRoute } from '../external-accounts/account-facts.ts';
import { findExternalAccount } from '../external-accounts/find-external-account.ts';
import { type Input, type Refusal, refuse } from '../http/operation.ts';
import { findInternalAccount } from '../internal-accounts/find-internal-account.ts';
import { type CurrencyCode, currencyCode } from '../money/currency.ts';
import type { RailName } from '../rails/rails.ts';
import type { WorkContext } from '../work-context.ts';
import { resolveSource, type SourceEnd } from './resolve-source.ts';
import { unknownAccount } from './unknown-account.ts';

export type QuoteRequest = Input<'createQuote'>['body'];

/** The account that is paid, and how. */
export interface DestinationEnd {
  readonly accountId: string;
  readonly customerId: string | null;
  readonly currency: CurrencyCode;
  readonly status: string;
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

export type EndRefusal = Refusal<'ACCOUNT_NOT_FOUND' | 'NOT_IMPLEMENTED' | 'INVALID_INPUT' | 'INVALID_CURRENCY'>;

/** Finds both ends of the payment among the platform's own accounts. */
export async function resolveEnds(context: WorkContext, request: QuoteRequest): Promise<Ends | EndRefusal> {
  const { destination } = request;
  if (destination.destinationType !== 'ACCOUNT') {
    return refuse(
      'NOT_IMPLEMENTED',
      'UMA addresses are not built yet. Use an external or internal account as the destination.',
    );
  }
  const [from, to] = await Promise.all([
    resolveSource(context, request),
    resolveDestination(context, destination.accountId, destination.paymentRail),
  ]);
  if ('code' in from) return from;
  if ('code' in to) return to;
  return { source: from, destination: to };
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

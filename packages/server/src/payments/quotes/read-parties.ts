import type { PaymentRail } from '@payments-platform/types';
import { sql } from 'kysely';
import { accountRoute } from '../../accounts/external/account-facts.ts';
import type { ExternalAccountRow } from '../../accounts/external/tables.ts';
import type { InternalAccountRow } from '../../accounts/internal/tables.ts';
import type { WalletRow } from '../../accounts/wallets/tables.ts';
import { statement } from '../../ground/database/statement.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { findLookup, type Lookup } from '../receivers/find-lookup.ts';
import type { Destination, Parties, QuoteRequest, Source, SourceWallet } from './parties.ts';
import { realtimeSource } from './realtime-funding.ts';
import { umaDestination, unknownLookup } from './uma-receiver.ts';
import { waitsForSignature } from './wallet-payment.ts';

export type PartiesRefusal = Refusal<
  | 'ACCOUNT_NOT_FOUND'
  | 'INVALID_INPUT'
  | 'INVALID_CURRENCY'
  | 'INVALID_UMA_ADDRESS'
  | 'LOOKUP_REQUEST_NOT_FOUND'
  | 'INVALID_RECEIVER'
>;

/** Reads both parties of the payment: accounts of the platform, or a UMA address through its lookup. */
export async function readParties(
  { unit, tenant, now, deps }: WorkContext,
  request: QuoteRequest,
): Promise<Parties | PartiesRefusal> {
  const { source, destination, lookupId } = request;
  const named = { from: '', to: '' };
  if (source.sourceType === 'ACCOUNT') named.from = source.accountId;
  if (destination.destinationType === 'ACCOUNT') named.to = destination.accountId;
  const [accounts, lookup] = await Promise.all([
    named.from === '' && named.to === '' ? [] : unit.all(findAccounts, { tenant, ...named }),
    lookupId === undefined ? undefined : findLookup(unit, { tenant, id: lookupId, now }),
  ]);
  const paying = accounts.find(({ id }) => id === named.from);
  const paid = accounts.find(({ id }) => id === named.to);
  if (paying?.type === 'EMBEDDED_WALLET' && request.immediatelyExecute === true)
    return refuseFields([waitsForSignature]);
  const from =
    source.sourceType === 'ACCOUNT'
      ? accountSource(source.accountId, paying)
      : realtimeSource(deps, source, request.immediatelyExecute === true);
  if ('code' in from) return from;
  const to =
    destination.destinationType === 'ACCOUNT'
      ? accountDestination(destination, paid, lookupId, lookup)
      : umaDestination(destination, lookupId, lookup);
  if ('code' in to) return to;
  return { source: from.accountId === null ? paidInFor(from, to) : from, destination: to };
}

/** The lookup of a UMA address names the sender, so a deposit for it does not have to. */
function paidInFor(source: Source, { uma }: Destination): Source {
  return { ...source, customerId: source.customerId ?? uma?.lookup.senderCustomerId ?? null };
}

type Inside = Pick<InternalAccountRow, 'type' | 'balance_minor'>;
/** Of an embedded wallet that its custodian has opened. */
type Keys = Pick<WalletRow, 'organization_id' | 'signing_key_id'>;
type Outside = Pick<
  ExternalAccountRow,
  'account_type' | 'account_info' | 'identifier' | 'collection_status' | 'trusted_at'
>;
type Absent<Columns> = { readonly [C in keyof Columns]: Columns[C] | null };

/** The columns of both kinds of accounts, and those of one kind only. */
type FoundAccount = Pick<ExternalAccountRow, 'id' | 'customer_id' | 'currency'> & {
  readonly status: string;
  readonly token: InternalAccountRow['token'];
} & Absent<Inside & Keys & Outside>;

type ExternalAccount = FoundAccount & Outside;

function isExternal(account: FoundAccount): account is ExternalAccount {
  return account.account_type !== null;
}

function isWallet(account: FoundAccount): account is FoundAccount & Inside {
  return account.type === 'EMBEDDED_WALLET';
}

interface Named {
  readonly tenant: number;
  readonly from: string;
  readonly to: string;
}

/** One statement for both accounts, of any kind and custody, since every quote runs it. */
const findAccounts = statement<Named, FoundAccount>('findAccountsOfQuote', (db, { tenant, from, to }) =>
  db
    .selectFrom('internal_accounts as i')
    .leftJoin('wallets as w', (join) => join.onRef('w.tenant', '=', 'i.tenant').onRef('w.account_id', '=', 'i.id'))
    .select(['i.id', 'i.customer_id', 'i.currency', 'i.token', sql.ref<string>('i.status').as('status')])
    .select([
      sql.ref<Inside['type'] | null>('i.type').as('type'),
      sql.ref<Inside['balance_minor'] | null>('i.balance_minor').as('balance_minor'),
      'w.organization_id',
      'w.signing_key_id',
      sql<Outside['account_type'] | null>`null`.as('account_type'),
      sql<Outside['account_info'] | null>`null`.as('account_info'),
      sql<Outside['identifier'] | null>`null`.as('identifier'),
      sql<Outside['collection_status']>`null`.as('collection_status'),
      sql<Outside['trusted_at']>`null`.as('trusted_at'),
    ])
    .where('i.tenant', '=', tenant)
    .where('i.id', 'in', [from, to])
    .unionAll(
      db
        .selectFrom('external_accounts')
        .select(['id', 'customer_id', 'currency'])
        .select([sql<InternalAccountRow['token']>`null`.as('token'), sql.ref<string>('status').as('status')])
        .select([
          sql<Inside['type'] | null>`null`.as('type'),
          sql<Inside['balance_minor'] | null>`null`.as('balance_minor'),
          sql<Keys['organization_id'] | null>`null`.as('organization_id'),
          sql<Keys['signing_key_id'] | null>`null`.as('signing_key_id'),
        ])
        .select(['account_type', 'account_info', 'identifier', 'collection_status', 'trusted_at'])
        .where('tenant', '=', tenant)
        .where('id', 'in', [from, to])
        .where('deleted_at', 'is', null),
    ),
);

/** A balance, or a direct debit from an external account if its bank allows it. */
function accountSource(accountId: string, account: FoundAccount | undefined): Source | Refusal<'ACCOUNT_NOT_FOUND'> {
  if (account === undefined) return unknownAccount(accountId);
  const { customer_id: customerId, currency, token, status } = account;
  if (!isExternal(account)) {
    const paid = { funding: 'BALANCE', identifier: null, routes: [], collectionStatus: null, bankRail: null } as const;
    const wallet = isWallet(account) ? walletOf(account) : null;
    return { accountId, customerId, currency, token, status, wallet, ...paid };
  }
  const { collects } = accountRoute(account);
  return {
    accountId,
    customerId,
    currency,
    token,
    status,
    funding: 'COLLECTION',
    identifier: account.identifier,
    routes: collects,
    collectionStatus: account.collection_status,
    wallet: null,
    bankRail: collects[0] ?? null,
  };
}

function walletOf({ balance_minor, organization_id, signing_key_id }: FoundAccount & Inside): SourceWallet {
  const isOpen = organization_id !== null && signing_key_id !== null;
  return {
    balanceMinor: balance_minor,
    keys: isOpen ? { organizationId: organization_id, signingKeyId: signing_key_id } : undefined,
  };
}

type AccountDestination = Extract<QuoteRequest['destination'], { readonly destinationType: 'ACCOUNT' }>;

/** A payment to an account needs no lookup; if one is sent, it must be for this account. */
function accountDestination(
  { accountId, paymentRail }: AccountDestination,
  account: FoundAccount | undefined,
  lookupId: string | undefined,
  lookup: Lookup | undefined,
): Destination | PartiesRefusal {
  if (account === undefined) return unknownAccount(accountId);
  if (lookupId !== undefined && lookup === undefined) return unknownLookup(lookupId);
  if (lookup !== undefined && lookup.receiver !== accountId) {
    const message = `The lookup was made for another receiver than ${accountId}. Look this account up and send its lookupId.`;
    return refuseFields([{ field: 'lookupId', message }]);
  }
  const { customer_id: customerId, currency, status } = account;
  const isRailChosen = paymentRail !== undefined;
  const isInternal = !isExternal(account);
  const route = isInternal ? insideRoute : outsideRoute(account, paymentRail);
  return { accountId, customerId, currency, status, isInternal, isRailChosen, ...route };
}

type Route = Pick<
  Destination,
  'identifier' | 'isTrusted' | 'rail' | 'rails' | 'bankRail' | 'network' | 'payingBusinessGives'
>;

const insideRoute: Route = {
  identifier: null,
  isTrusted: false,
  rail: 'INTERNAL',
  rails: [],
  bankRail: null,
  network: null,
  payingBusinessGives: [],
};

function outsideRoute(account: ExternalAccount, chosen: PaymentRail | undefined): Route {
  const { rails, defaultRail, network, payingBusinessGives } = accountRoute(account);
  const rail = chosen ?? defaultRail ?? network;
  if (rail === null) throw new Error(`${account.id} cannot be reached over any rail`);
  return {
    identifier: account.identifier,
    isTrusted: account.trusted_at !== null,
    rail,
    rails,
    bankRail: network === null ? (chosen ?? defaultRail) : null,
    network,
    payingBusinessGives,
  };
}

export function unknownAccount(accountId: string): Refusal<'ACCOUNT_NOT_FOUND'> {
  return refuse(
    'ACCOUNT_NOT_FOUND',
    `There is no account ${accountId}. Check the id and the environment of your token.`,
  );
}

import { sql } from 'kysely';
import { statement } from '../../ground/database/statement.ts';
import { type CurrencyCode, isCurrencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { DetailsOf } from '../../operation/operation.ts';
import type { TransactionRow } from './transaction-row.ts';

/** A customer, an account or a currency of a payment that can no longer take part in it. */
export interface UnusableParty {
  readonly id: string;
  /** `DELETED`, `REMOVED`, or the status that prevents the payment. */
  readonly state: string;
}

/** The details of the refusal for it. */
export function detailsOf({ id, state: status }: UnusableParty): DetailsOf<'CONFLICT'> {
  if (!id.includes(':')) return { currency: id, status };
  return id.startsWith('Customer:') ? { customerId: id, status } : { accountId: id, status };
}

interface Key {
  readonly tenant: number;
  readonly customer: string;
  readonly source: string;
  readonly destination: string;
  readonly sending: CurrencyCode;
  readonly receiving: CurrencyCode;
}

interface End {
  readonly id: string;
  readonly status: string;
  readonly deleted_at: string | null;
  readonly owner_id: string | null;
  readonly owner_deleted_at: string | null;
  readonly owner_region: string | null;
}

/**
 * One statement for both accounts with their owners, the customer of the payment, and its currencies, since every
 * execution runs it.
 */
const find = statement<Key, End>('findEnds', (db, { tenant, customer, source, destination, sending, receiving }) =>
  db
    .selectFrom('internal_accounts as a')
    .leftJoin('customers as c', (join) => join.onRef('c.tenant', '=', 'a.tenant').onRef('c.id', '=', 'a.customer_id'))
    .select(['a.id', sql.ref<string>('a.status').as('status'), sql<string | null>`null`.as('deleted_at')])
    .select(['c.id as owner_id', 'c.deleted_at as owner_deleted_at', 'c.region as owner_region'])
    .where('a.tenant', '=', tenant)
    .where('a.id', 'in', [source, destination])
    .unionAll(
      db
        .selectFrom('external_accounts as e')
        .leftJoin('customers as c', (join) =>
          join.onRef('c.tenant', '=', 'e.tenant').onRef('c.id', '=', 'e.customer_id'),
        )
        .select([
          'e.id',
          sql.ref<string>('e.status').as('status'),
          'e.deleted_at',
          'c.id as owner_id',
          'c.deleted_at as owner_deleted_at',
          'c.region as owner_region',
        ])
        .where('e.tenant', '=', tenant)
        .where('e.id', 'in', [source, destination]),
    )
    .unionAll(
      db
        .selectFrom('customers as p')
        .select(['p.id', sql<string>`'ACTIVE'`.as('status'), 'p.deleted_at', 'p.id as owner_id'])
        .select(['p.deleted_at as owner_deleted_at', 'p.region as owner_region'])
        .where('p.tenant', '=', tenant)
        .where('p.id', '=', customer),
    )
    .unionAll(
      db
        .selectFrom('platform_currencies as s')
        .select([sql.ref<string>('s.currency').as('id'), sql<string>`'ACTIVE'`.as('status')])
        .select([sql<null>`null`.as('deleted_at'), sql<null>`null`.as('owner_id')])
        .select([sql<null>`null`.as('owner_deleted_at'), sql<null>`null`.as('owner_region')])
        .where('s.tenant', '=', tenant)
        .where('s.currency', 'in', [sending, receiving]),
    ),
);

/** A wallet that awaits its ownership proof may receive small payments. */
const usable: ReadonlySet<string> = new Set(['ACTIVE', 'PENDING_OWNERSHIP_VERIFICATION']);

type Payment = Pick<
  TransactionRow,
  'customer_id' | 'source_account_id' | 'destination_account_id' | 'sent_currency' | 'received_currency'
>;

/** The parties of a payment as they are now. */
export interface CurrentParties {
  /** The first one that became unusable since the quote; `undefined` if the payment can continue. */
  readonly unusable: UnusableParty | undefined;
  readonly accounts: ReadonlyMap<string, AccountOwner>;
}

/** The owner of an account; `null` for those of the platform. */
interface AccountOwner {
  readonly customerId: string | null;
  readonly region: string | null;
}

export async function readCurrentParties(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  row: Payment,
): Promise<CurrentParties> {
  const needed = neededCurrencies(row);
  const ends = await unit.all(find, {
    tenant,
    customer: row.customer_id ?? '',
    source: row.source_account_id ?? '',
    destination: row.destination_account_id ?? '',
    ...needed,
  });
  const removed = [needed.sending, needed.receiving].find((currency) => !ends.some(({ id }) => id === currency));
  const accounts = new Map(
    ends.map(({ id, owner_id: customerId, owner_region: region }) => [id, { customerId, region }] as const),
  );
  return { unusable: removed === undefined ? firstUnusable(ends) : endOf(removed), accounts };
}

/** The platform needs no account in the currency of a payout, which a rail converts to. */
function neededCurrencies({ destination_account_id: to, sent_currency: sending, received_currency }: Payment) {
  return { sending, receiving: to?.startsWith('ExternalAccount:') === true ? sending : received_currency };
}

/** A token is a currency of the platform only while it is enabled. */
function endOf(removed: CurrencyCode): UnusableParty {
  return { id: removed, state: isCurrencyCode(removed) ? 'REMOVED' : 'DISABLED' };
}

/** The first party of a payment that became unusable since its quote; `undefined` if it can continue. */
export async function findUnusableParty(
  context: Pick<WorkContext, 'unit' | 'tenant'>,
  row: Payment,
): Promise<UnusableParty | undefined> {
  return (await readCurrentParties(context, row)).unusable;
}

function firstUnusable(ends: readonly End[]): UnusableParty | undefined {
  for (const { id, status, deleted_at, owner_id, owner_deleted_at } of ends) {
    if (owner_id !== null && owner_deleted_at !== null) return { id: owner_id, state: 'DELETED' };
    if (deleted_at !== null) return { id, state: 'DELETED' };
    if (!usable.has(status)) return { id, state: status };
  }
  return undefined;
}

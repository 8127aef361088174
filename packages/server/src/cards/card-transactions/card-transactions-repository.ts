import type { InternalAccountRow } from '../../accounts/internal/tables.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CardRow } from '../issuing/tables.ts';
import type { CardPullRow, CardStepRow, CardTransactionRow } from './tables.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

/** The data that decides a purchase. */
export interface Spender {
  readonly card_id: string;
  readonly state: CardRow['state'];
  readonly currency: CardRow['currency'];
  readonly limit_minor: bigint | null;
  readonly customer_id: string;
  readonly platform_customer_id: string;
  readonly funding_source_id: string;
  readonly account_id: string;
  readonly account_type: InternalAccountRow['type'];
  readonly account_status: InternalAccountRow['status'];
  readonly account_currency: InternalAccountRow['currency'];
  readonly balance_minor: bigint;
}

/**
 * The card is locked in share mode until the unit ends, so it is neither frozen nor given another source during the
 * decision. The account is locked first, as when a customer is deleted, so that the two cannot deadlock. If a source
 * was replaced during the wait, no row is found; otherwise its account would be read beside the new state of the card.
 */
const findSpenderOf = statement<Key, Spender>('findSpender', (db, { tenant, id }, engine) => {
  const query = db
    .selectFrom('cards')
    .innerJoin('card_funding_sources as source', (join) =>
      join.onRef('source.tenant', '=', 'cards.tenant').onRef('source.card_id', '=', 'cards.id'),
    )
    .innerJoin('internal_accounts as account', (join) =>
      join.onRef('account.tenant', '=', 'source.tenant').onRef('account.id', '=', 'source.account_id'),
    )
    .innerJoin('customers as customer', (join) =>
      join.onRef('customer.tenant', '=', 'cards.tenant').onRef('customer.id', '=', 'cards.cardholder_id'),
    )
    .select([
      'cards.id as card_id',
      'cards.state',
      'cards.currency',
      'cards.max_spend_per_transaction_minor as limit_minor',
      'cards.cardholder_id as customer_id',
      'customer.platform_customer_id',
      'source.id as funding_source_id',
      'account.id as account_id',
      'account.type as account_type',
      'account.status as account_status',
      'account.currency as account_currency',
      'account.balance_minor',
    ])
    .where('cards.tenant', '=', tenant)
    .where('cards.id', '=', id)
    .where('source.position', '=', 0);
  return engine === 'postgres' ? query.forNoKeyUpdate('account').forShare(['cards', 'source']) : query;
});

export async function findSpender(unit: Unit, tenant: number, cardId: string): Promise<Spender | undefined> {
  const key = { tenant, id: cardId };
  // If the source was replaced, the card is locked by now, so the second query is the last one.
  return (await unit.first(findSpenderOf, key)) ?? (await unit.first(findSpenderOf, key));
}

type Payer = Pick<Spender, 'account_type'> & {
  /** `null` if the account no longer pays for the card. */
  readonly funding_source_id: string | null;
};
type Paying = Pick<CardTransactionRow, 'tenant' | 'card_id' | 'account_id'>;

/** Locks in the same order as above, so that no key of the account is revoked during a further debit. */
const findPayerOf = statement<Paying, Payer>('findPayerOfCard', (db, row, engine) => {
  const query = db
    .selectFrom('cards')
    .innerJoin('internal_accounts as account', (join) => join.onRef('account.tenant', '=', 'cards.tenant'))
    .leftJoin('card_funding_sources as source', (join) =>
      join
        .onRef('source.tenant', '=', 'cards.tenant')
        .onRef('source.card_id', '=', 'cards.id')
        .onRef('source.account_id', '=', 'account.id'),
    )
    .select(['account.type as account_type', 'source.id as funding_source_id'])
    .where('cards.tenant', '=', row.tenant)
    .where('cards.id', '=', row.card_id)
    .where('account.id', '=', row.account_id);
  return engine === 'postgres' ? query.forNoKeyUpdate('account').forShare('cards') : query;
});

/** The account that paid for a transaction, and whether it still pays for the card. */
export async function findPayer(unit: Unit, { tenant, card_id, account_id, id }: CardTransactionRow): Promise<Payer> {
  const payer = await unit.first(findPayerOf, { tenant, card_id, account_id });
  if (payer === undefined) throw new Error(`the account or the card of ${id} does not exist`);
  return payer;
}

const cardTransactions = table('card_transactions');
const lock = cardTransactions.lock('id');

/**
 * Locks the transaction. Everything else that changes it waits, so a settlement and an expiry run one after the other.
 */
export function lockCardTransaction(unit: Unit, tenant: number, id: string): Promise<CardTransactionRow | undefined> {
  return unit.first(lock, { tenant, id });
}

const save = cardTransactions.update(
  [
    'status',
    'authorized_minor',
    'settled_minor',
    'settlement_count',
    'refunded_minor',
    'refund_count',
    'pulled_minor',
    'pull_count',
    'pending_pull_count',
    'held_minor',
    'taken_minor',
    'sequence',
    'last_event_at',
    'updated_at',
  ],
  'id',
);

/** Saves a locked transaction. */
export function saveCardTransaction(unit: Unit, row: CardTransactionRow): void {
  unit.write(save, row);
}

interface RefundsOf {
  readonly tenant: number;
  readonly cardId: string;
  readonly purchaseId: string;
}

/** Searches by the card, which the refunds share and which has an index. */
const listRefunds = statement<RefundsOf, Pick<CardTransactionRow, 'taken_minor'>>(
  'listRefundsOfPurchase',
  (db, { tenant, cardId, purchaseId }) =>
    db
      .selectFrom('card_transactions')
      .select('taken_minor')
      .where('tenant', '=', tenant)
      .where('card_id', '=', cardId)
      .where('original_transaction_id', '=', purchaseId),
);

/**
 * The sum that the refunds of a locked purchase have debited from its customer. It is negative if the customer has
 * received the money or is owed it, whatever the merchants have reported since.
 */
export async function takenByRefunds(unit: Unit, purchase: CardTransactionRow): Promise<bigint> {
  if (purchase.refund_count === 0) return 0n;
  const { tenant, card_id: cardId, id: purchaseId } = purchase;
  const refunds = await unit.all(listRefunds, { tenant, cardId, purchaseId });
  return refunds.reduce((sumMinor, { taken_minor: takenMinor }) => sumMinor + takenMinor, 0n);
}

const findStepById = table('card_steps').find('id');

/** The recorded result of an earlier message. */
export function findStep(unit: Unit, tenant: number, id: string): Promise<CardStepRow | undefined> {
  return unit.first(findStepById, { tenant, id });
}

const findPullById = table('card_pulls').find('id');

export function findPull(unit: Unit, tenant: number, id: string): Promise<CardPullRow | undefined> {
  return unit.first(findPullById, { tenant, id });
}

const changePull = table('card_pulls').update(['status'], 'id');

/** Saves a pull whose transaction is locked. */
export function savePull(unit: Unit, pull: CardPullRow): void {
  unit.write(changePull, pull);
}

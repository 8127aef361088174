import { readInstant } from '../../ground/clock/read-instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Input } from '../../operation/operation.ts';
import type { Page } from '../../operation/pagination.ts';
import type { CardTransactionRow } from './tables.ts';

export type TransactionFilters = Input<'listTransactions'>['query'];

/** Filters that only payments can match. */
const filtersOfPayments = [
  'accountIdentifier',
  'senderAccountIdentifier',
  'receiverAccountIdentifier',
  'reference',
  'agentId',
  'status',
] as const satisfies readonly (keyof TransactionFilters)[];

/** Reads one row more than the page holds, so that the caller knows whether another page follows. */
export async function listCardTransactionRows(
  unit: Unit,
  tenant: number,
  filters: TransactionFilters,
  customerIds: readonly string[] | undefined,
  { limit, after }: Page,
): Promise<CardTransactionRow[]> {
  const isOther = filters.type !== undefined && filters.type !== 'CARD';
  if (isOther || filtersOfPayments.some((name) => filters[name] !== undefined)) return [];
  const { customerId, cardId, cardTransactionStatus, startDate, endDate, sortOrder: order = 'desc' } = filters;
  if (customerIds?.length === 0) return [];
  return unit.select((db) => {
    let query = db.selectFrom('card_transactions').selectAll().where('tenant', '=', tenant);
    if (cardId !== undefined) query = query.where('card_id', '=', prefixed(cardId));
    if (cardTransactionStatus !== undefined) query = query.where('status', '=', cardTransactionStatus);
    if (customerId !== undefined) query = query.where('customer_id', '=', customerId);
    if (customerIds !== undefined) query = query.where('customer_id', 'in', customerIds);
    if (startDate !== undefined) query = query.where('created_at', '>=', readInstant(startDate));
    if (endDate !== undefined) query = query.where('created_at', '<=', readInstant(endDate));
    if (after !== undefined) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), order === 'asc' ? '>' : '<', tuple(after.createdAt, after.id)),
      );
    }
    return query
      .orderBy('created_at', order)
      .orderBy('id', order)
      .limit(limit + 1);
  });
}

/** A card is named by its id or only by the UUID in it. */
function prefixed(cardId: string): string {
  return cardId.startsWith('Card:') ? cardId : `Card:${cardId}`;
}

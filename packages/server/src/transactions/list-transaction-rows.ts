import { readInstant } from '../clock/read-instant.ts';
import type { Unit } from '../database/unit.ts';
import type { Input } from '../http/operation.ts';
import type { Page } from '../http/pagination.ts';
import type { TransactionRow } from './transaction-row.ts';

export type TransactionFilters = Input<'listTransactions'>['query'];

/** One row more than the page holds, so that the caller can tell whether another page follows. */
export async function listTransactionRows(
  unit: Unit,
  tenant: number,
  filters: TransactionFilters,
  { limit, after }: Page,
): Promise<TransactionRow[]> {
  // Payments never carry a card; card rows come with the cards themselves.
  if (filters.type === 'CARD' || filters.cardId !== undefined) return [];
  const { type } = filters;
  const order = filters.sortOrder ?? 'desc';
  return unit.select((db) => {
    let query = db.selectFrom('transactions').selectAll().where('tenant', '=', tenant);
    for (const [column, value] of equalities(filters)) query = query.where(column, '=', value);
    if (type !== undefined) query = query.where('type', '=', type);
    if (filters.startDate !== undefined) query = query.where('created_at', '>=', readInstant(filters.startDate));
    if (filters.endDate !== undefined) query = query.where('created_at', '<=', readInstant(filters.endDate));
    const { accountIdentifier } = filters;
    if (accountIdentifier !== undefined) {
      query = query.where(({ or, eb }) =>
        or([
          eb('source_account_id', '=', accountIdentifier),
          eb('destination_account_id', '=', accountIdentifier),
          eb('source_identifier', '=', accountIdentifier),
          eb('destination_identifier', '=', accountIdentifier),
        ]),
      );
    }
    const { senderAccountIdentifier, receiverAccountIdentifier } = filters;
    if (senderAccountIdentifier !== undefined) {
      query = query.where(({ or, eb }) =>
        or([
          eb('source_account_id', '=', senderAccountIdentifier),
          eb('source_identifier', '=', senderAccountIdentifier),
        ]),
      );
    }
    if (receiverAccountIdentifier !== undefined) {
      query = query.where(({ or, eb }) =>
        or([
          eb('destination_account_id', '=', receiverAccountIdentifier),
          eb('destination_identifier', '=', receiverAccountIdentifier),
        ]),
      );
    }
    if (after !== undefined) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), order === 'desc' ? '<' : '>', tuple(after.createdAt, after.id)),
      );
    }
    return query
      .orderBy('created_at', order)
      .orderBy('id', order)
      .limit(limit + 1);
  });
}

type TextColumn = 'customer_id' | 'platform_customer_id' | 'status' | 'reference';

function equalities(filters: TransactionFilters): [TextColumn, string][] {
  const pairs: [TextColumn, string | undefined][] = [
    ['customer_id', filters.customerId],
    ['platform_customer_id', filters.platformCustomerId],
    ['status', filters.status],
    ['reference', filters.reference],
  ];
  return pairs.filter((pair): pair is [TextColumn, string] => pair[1] !== undefined);
}

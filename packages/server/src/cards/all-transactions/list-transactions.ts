import type { TransactionOneOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import { digestText } from '../../ground/database/sealed-columns.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type Handler, isRefusal, type Refusal, refuseFields } from '../../operation/operation.ts';
import { listBody, ofKind, readPage } from '../../operation/pagination.ts';
import { listTransactionRows, refuseShared } from '../../payments/transactions/list-transaction-rows.ts';
import { viewTransaction } from '../../payments/transactions/transaction-view.ts';
import { findCustomersByPlatformId, mostCustomers } from '../../people/customers/find-customers-by-platform-id.ts';
import { viewCardTransaction } from '../card-transactions/card-transaction-view.ts';
import { listCardTransactionRows } from '../card-transactions/list-card-transaction-rows.ts';

/** A payment or a card transaction with its position in the list. */
interface Listed {
  readonly created_at: Instant;
  readonly id: string;
  readonly view: () => TransactionOneOf;
}

/** The customers that have or had the platform's own id; `undefined` if the request does not filter by it. */
async function findCustomersOf(
  unit: Unit,
  tenant: number,
  platformCustomerId: string | undefined,
): Promise<readonly string[] | Refusal<'INVALID_INPUT'> | undefined> {
  if (platformCustomerId === undefined) return undefined;
  const ids = await findCustomersByPlatformId(unit, tenant, platformCustomerId);
  if (ids.length <= mostCustomers) return ids;
  const message = `More than ${mostCustomers} customers had this id. Select one of them with customerId.`;
  return refuseFields([{ field: 'platformCustomerId', message }]);
}

const paymentsOnly = 'status filters payments only. Filter card transactions with cardTransactionStatus instead.';

/**
 * Reads a page of payments and a page of card transactions, each by its own index. The first page of both together is
 * among those rows.
 */
export const listTransactions: Handler<'listTransactions'> = async ({ input, unit, tenant, deps }) => {
  const { query } = input;
  if (query.status !== undefined && query.type === 'CARD') {
    return refuseFields([{ field: 'status', message: paymentsOnly }]);
  }
  const page = readPage(query, ofKind('Transaction', 'CardTransaction'));
  if (isRefusal(page)) return page;
  const digest = (text: string): string => deps.sealer.digest(digestText(tenant, text));
  const shared = await refuseShared(unit, tenant, query, digest);
  if (shared !== undefined) return shared;
  const customerIds = await findCustomersOf(unit, tenant, query.platformCustomerId);
  if (customerIds !== undefined && isRefusal(customerIds)) return customerIds;
  const [payments, cardTransactions] = await Promise.all([
    listTransactionRows(unit, tenant, query, customerIds, page, digest),
    listCardTransactionRows(unit, tenant, query, customerIds, page),
  ]);
  const listed: Listed[] = [
    ...payments.map((row) => ({ created_at: row.created_at, id: row.id, view: () => viewTransaction(row) })),
    ...cardTransactions.map((row) => ({
      created_at: row.created_at,
      id: row.id,
      view: () => viewCardTransaction(row),
    })),
  ];
  const sign = query.sortOrder === 'asc' ? 1 : -1;
  const position = ({ created_at: createdAt, id }: Listed): string => `${createdAt} ${id}`;
  const rows = listed.sort((one, other) => (position(one) < position(other) ? -sign : sign)).slice(0, page.limit + 1);
  return { status: 200, body: listBody(rows, page.limit, ({ view }) => view()) };
};

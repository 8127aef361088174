import type { TransactionStatus } from '@payments-platform/types';
import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { findAccountsByIdentifier } from '../../accounts/external/find-accounts-by-identifier.ts';
import { readInstant } from '../../ground/clock/read-instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Input } from '../../operation/operation.ts';
import type { Page } from '../../operation/pagination.ts';
import { findCustomersByPlatformId } from '../../people/customers/find-customers-by-platform-id.ts';
import { allWithParts } from './find-transaction.ts';
import type { StoredTransaction, TransactionRow } from './transaction-row.ts';

export type TransactionFilters = Input<'listTransactions'>['query'];

type Builder = ExpressionBuilder<Schema, 'transactions'>;
/** What a platform's identifiers are found by where they are sealed. */
type Digest = (text: string) => string;
type Condition = (eb: Builder) => ExpressionWrapper<Schema, 'transactions', SqlBool>;

/** One row more than the page holds, so that the caller can tell whether another page follows. */
export async function listTransactionRows(
  unit: Unit,
  tenant: number,
  filters: TransactionFilters,
  page: Page,
  digest: Digest,
): Promise<TransactionRow[]> {
  // Payments never carry a card; card rows come with the cards themselves.
  if (filters.type === 'CARD' || filters.cardId !== undefined) return [];
  const { platformCustomerId } = filters;
  const [customerIds, ways] = await Promise.all([
    platformCustomerId === undefined ? undefined : findCustomersByPlatformId(unit, tenant, platformCustomerId),
    waysOf(unit, tenant, filters, digest),
  ]);
  if (customerIds?.length === 0) return [];
  const search: Search = { tenant, filters, customerIds, page };
  const [first, ...others] = ways;
  if (first === undefined) return allWithParts(unit, tenant, await unit.select((db) => pageOf(db, search, [])));
  const pages = await Promise.all(first.map((way) => unit.select((db) => pageOf(db, search, [[way], ...others]))));
  return allWithParts(unit, tenant, mergePages(pages, search));
}

interface Search {
  readonly tenant: number;
  readonly filters: TransactionFilters;
  readonly customerIds: readonly string[] | undefined;
  readonly page: Page;
}

/**
 * Each filter by account as the conditions of which one has to hold, each with an index of its own: the
 * account on either side, by its id or by what the outside knows it by.
 */
async function waysOf(unit: Unit, tenant: number, filters: TransactionFilters, digest: Digest): Promise<Condition[][]> {
  const { accountIdentifier: either, senderAccountIdentifier: sender, receiverAccountIdentifier: receiver } = filters;
  const find = async (given: string, sides: readonly ('from' | 'to')[]): Promise<Condition[]> => {
    const isId = /^(Internal|External)Account:/.test(given);
    const ids = isId ? [given] : await findAccountsByIdentifier(unit, tenant, digest(given));
    return sides.flatMap((side) => [
      ...ids.map(
        (id): Condition =>
          (eb) =>
            eb(side === 'from' ? 'source_account_id' : 'destination_account_id', '=', id),
      ),
      ...(isId ? [] : [side === 'from' ? paidBy(digest(given)) : paidTo(given)]),
    ]);
  };
  return Promise.all([
    ...(either === undefined ? [] : [find(either, ['from', 'to'])]),
    ...(sender === undefined ? [] : [find(sender, ['from'])]),
    ...(receiver === undefined ? [] : [find(receiver, ['to'])]),
  ]);
}

function paidBy(identifierDigest: string): Condition {
  return (eb) => eb(sql.ref<string | null>('source_identifier_digest'), '=', identifierDigest);
}

/** Without an account only UMA addresses are paid; the second half is the condition of their index. */
function paidTo(identifier: string): Condition {
  return (eb) =>
    eb.and([eb('destination_identifier', '=', identifier), sql<boolean>`substr(destination_identifier, 1, 1) = '$'`]);
}

/** Each way has found its first page by an index of its own; the first page of them all is among those. */
function mergePages(pages: readonly StoredTransaction[][], { filters, page }: Search): StoredTransaction[] {
  const sign = filters.sortOrder === 'asc' ? 1 : -1;
  const byId = new Map(pages.flat().map((row) => [row.id, row]));
  const position = ({ created_at: createdAt, id }: StoredTransaction): string => `${createdAt} ${id}`;
  return [...byId.values()].sort((a, b) => (position(a) < position(b) ? -sign : sign)).slice(0, page.limit + 1);
}

function pageOf(
  db: Kysely<Schema>,
  search: Search,
  needs: readonly (readonly Condition[])[],
): SelectQueryBuilder<Schema, 'transactions', StoredTransaction> {
  const { tenant, filters, customerIds, page } = search;
  const { type, status, customerId, reference, startDate, endDate } = filters;
  const { after } = page;
  let query = db.selectFrom('transactions').selectAll().where('tenant', '=', tenant);
  for (const ways of needs) query = query.where((eb) => eb.or(ways.map((way) => way(eb))));
  if (customerId !== undefined) query = query.where('customer_id', '=', customerId);
  if (customerIds !== undefined) query = query.where('customer_id', 'in', customerIds);
  if (status !== undefined)
    query = query.where(({ eb, ref }) => eb(ref('status').$castTo<TransactionStatus>(), '=', status));
  if (type !== undefined && type !== 'CARD') query = query.where('type', '=', type);
  if (reference !== undefined) query = query.where('reference', '=', reference);
  if (startDate !== undefined) query = query.where('created_at', '>=', readInstant(startDate));
  if (endDate !== undefined) query = query.where('created_at', '<=', readInstant(endDate));
  if (after !== undefined) {
    const beyond = filters.sortOrder === 'asc' ? '>' : '<';
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), beyond, tuple(after.createdAt, after.id)),
    );
  }
  const order = filters.sortOrder ?? 'desc';
  return query
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(page.limit + 1);
}

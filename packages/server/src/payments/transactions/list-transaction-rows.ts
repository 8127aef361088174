import type { TransactionStatus } from '@payments-platform/types';
import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { accountsOfIdentifier, isOfTooManyAccounts } from '../../accounts/external/accounts-of-identifier.ts';
import { readInstant } from '../../ground/clock/read-instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { type Engine, sortedBy } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type Input, type Refusal, refuseFields } from '../../operation/operation.ts';
import type { Page } from '../../operation/pagination.ts';
import { allWithParts } from './find-transaction.ts';
import type { StoredTransaction, TransactionRow } from './transaction-row.ts';

export type TransactionFilters = Input<'listTransactions'>['query'];

type Builder = ExpressionBuilder<Schema, 'transactions'>;
/** Computes the digest by which sealed identifiers of a platform are found. */
type Digest = (text: string) => string;
type Condition = (eb: Builder, db: Kysely<Schema>) => ExpressionWrapper<Schema, 'transactions', SqlBool>;

/** Returns one row more than the page holds, so that the caller knows whether another page follows. */
export async function listTransactionRows(
  unit: Unit,
  tenant: number,
  filters: TransactionFilters,
  customerIds: readonly string[] | undefined,
  page: Page,
  digest: Digest,
): Promise<TransactionRow[]> {
  if (isOfCards(filters)) return [];
  if (customerIds?.length === 0) return [];
  const search: Search = { tenant, filters, customerIds, page };
  const [first, ...others] = waysOf(tenant, filters, digest);
  if (first === undefined) return allWithParts(unit, tenant, await unit.select((db) => pageOf(db, search, [])));
  const pages = await Promise.all(first.map((way) => unit.select((db) => ledBy(db, unit.engine, search, way, others))));
  return allWithParts(unit, tenant, mergePages(pages, search));
}

/** Payments never have a card; card transactions come from the rooms of cards. */
function isOfCards({ type, cardId, cardTransactionStatus }: TransactionFilters): boolean {
  return type === 'CARD' || cardId !== undefined || cardTransactionStatus !== undefined;
}

const accountFilters = ['accountIdentifier', 'senderAccountIdentifier', 'receiverAccountIdentifier'] as const;

/** The list searches each account that has or had an identifier separately, so their number is limited. */
export async function refuseShared(
  unit: Unit,
  tenant: number,
  filters: TransactionFilters,
  digest: Digest,
): Promise<Refusal<'INVALID_INPUT'> | undefined> {
  const message = 'Too many accounts have or had this identifier. Send the id of one of them.';
  const shared = await Promise.all(
    accountFilters.map(async (field) => {
      const given = filters[field];
      const isShared = given !== undefined && !isId(given) && (await isOfTooManyAccounts(unit, tenant, digest(given)));
      return isShared ? [{ field, message }] : [];
    }),
  );
  const errors = shared.flat();
  return errors.length === 0 ? undefined : refuseFields(errors);
}

interface Search {
  readonly tenant: number;
  readonly filters: TransactionFilters;
  readonly customerIds: readonly string[] | undefined;
  readonly page: Page;
}

/** One alternative of a filter by account, with an index of its own. */
interface Way {
  readonly condition: Condition;
  /** Set if it matches one of several accounts: their side and their identifier. */
  readonly among?: { readonly side: Side; readonly identifierDigest: string };
}

type Side = 'source_account_id' | 'destination_account_id';

const bothSides: readonly Side[] = ['source_account_id', 'destination_account_id'];

function isId(given: string): boolean {
  return /^(Internal|External)Account:/.test(given);
}

/**
 * Each filter by account as alternatives, of which one must hold: the account on either side, by its id or by its
 * identifier outside.
 */
function waysOf(tenant: number, filters: TransactionFilters, digest: Digest): Way[][] {
  const { accountIdentifier: either, senderAccountIdentifier: sender, receiverAccountIdentifier: receiver } = filters;
  const find = (given: string, sides: readonly Side[]): Way[] => {
    if (isId(given)) return sides.map((side) => ({ condition: (eb) => eb(side, '=', given) }));
    const identifierDigest = digest(given);
    return sides.flatMap((side) => [
      amongAccounts(tenant, side, identifierDigest),
      { condition: side === 'source_account_id' ? paidBy(identifierDigest) : paidTo(given) },
    ]);
  };
  const found = [
    ...(either === undefined ? [] : [find(either, bothSides)]),
    ...(sender === undefined ? [] : [find(sender, ['source_account_id'])]),
    ...(receiver === undefined ? [] : [find(receiver, ['destination_account_id'])]),
  ];
  // The first filter leads: one account is better than several, since each of several might scan all payments of
  // another.
  const isOfSeveral = (ways: readonly Way[]): number => Number(ways.some(({ among }) => among !== undefined));
  return found.sort((one, other) => isOfSeveral(one) - isOfSeveral(other));
}

function amongAccounts(tenant: number, side: Side, identifierDigest: string): Way {
  return {
    condition: (eb, db) => eb(side, 'in', accountsOfIdentifier(db, tenant, identifierDigest)),
    among: { side, identifierDigest },
  };
}

function paidBy(identifierDigest: string): Condition {
  return (eb) => eb(sql.ref<string | null>('source_identifier_digest'), '=', identifierDigest);
}

/** Only UMA addresses are paid without an account; the second condition matches that of their index. */
function paidTo(identifier: string): Condition {
  return (eb) =>
    eb.and([eb('destination_identifier', '=', identifier), sql<boolean>`substr(destination_identifier, 1, 1) = '$'`]);
}

/**
 * The page of one alternative. Each of several accounts has its own first page by the index of its side. The page
 * is among those, however many payments each account has.
 */
function ledBy(
  db: Kysely<Schema>,
  engine: Engine,
  search: Search,
  { condition, among }: Way,
  others: readonly (readonly Way[])[],
): SelectQueryBuilder<Schema, 'transactions', StoredTransaction> {
  if (among === undefined) return pageOf(db, search, [[{ condition }], ...others]);
  const accounts = accountsOfIdentifier(db, search.tenant, among.identifierDigest);
  const ofOne = inOrder(
    filtered(db, search, others).select('id').where(among.side, '=', sql.ref<string>('account.id')),
    search,
  );
  const isNewest =
    engine === 'postgres'
      ? sql<SqlBool>`id = any (array(
          select newest.id from ${accounts} as account cross join lateral ${ofOne} as newest))`
      : sql<SqlBool>`id in (
          select newest.value from ${accounts} as account,
            json_each((select json_group_array(mine.id) from ${ofOne} as mine)) as newest)`;
  const { filters, page } = search;
  const order = filters.sortOrder ?? 'desc';
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('tenant', '=', search.tenant)
    .where(isNewest)
    .orderBy(sortedBy(engine, 'created_at'), order)
    .orderBy('id', order)
    .limit(page.limit + 1);
}

/** Each alternative has found its first page by an index of its own; the overall first page is among those. */
function mergePages(pages: readonly StoredTransaction[][], { filters, page }: Search): StoredTransaction[] {
  const sign = filters.sortOrder === 'asc' ? 1 : -1;
  const byId = new Map(pages.flat().map((row) => [row.id, row]));
  const position = ({ created_at: createdAt, id }: StoredTransaction): string => `${createdAt} ${id}`;
  return [...byId.values()].sort((a, b) => (position(a) < position(b) ? -sign : sign)).slice(0, page.limit + 1);
}

function pageOf(
  db: Kysely<Schema>,
  search: Search,
  needs: readonly (readonly Way[])[],
): SelectQueryBuilder<Schema, 'transactions', StoredTransaction> {
  return inOrder(filtered(db, search, needs).selectAll(), search);
}

function filtered(
  db: Kysely<Schema>,
  { tenant, filters, customerIds, page: { after } }: Search,
  needs: readonly (readonly Way[])[],
): SelectQueryBuilder<Schema, 'transactions', Record<never, never>> {
  const { type, status, customerId, agentId, reference, startDate, endDate } = filters;
  let query = db.selectFrom('transactions').where('tenant', '=', tenant);
  for (const ways of needs) query = query.where((eb) => eb.or(ways.map(({ condition }) => condition(eb, db))));
  if (customerId !== undefined) query = query.where('customer_id', '=', customerId);
  if (customerIds !== undefined) query = query.where('customer_id', 'in', customerIds);
  if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
  if (status !== undefined)
    query = query.where(({ eb, ref }) => eb(ref('status').$castTo<TransactionStatus>(), '=', status));
  if (type !== undefined && type !== 'CARD') query = query.where('type', '=', type);
  if (reference !== undefined) query = query.where('reference', '=', reference);
  if (startDate !== undefined) query = query.where('created_at', '>=', readInstant(startDate));
  if (endDate !== undefined) query = query.where('created_at', '<=', readInstant(endDate));
  if (after === undefined) return query;
  const beyond = filters.sortOrder === 'asc' ? '>' : '<';
  return query.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('created_at', 'id'), beyond, tuple(after.createdAt, after.id)),
  );
}

function inOrder<Columns>(
  query: SelectQueryBuilder<Schema, 'transactions', Columns>,
  { filters: { sortOrder = 'desc' }, page }: Search,
): SelectQueryBuilder<Schema, 'transactions', Columns> {
  return query
    .orderBy('created_at', sortOrder)
    .orderBy('id', sortOrder)
    .limit(page.limit + 1);
}

import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import type { Instant } from '../ground/clock/instant.ts';
import { readInstant } from '../ground/clock/read-instant.ts';
import type { Schema } from '../ground/database/schema.ts';
import type { Unit } from '../ground/database/unit.ts';
import { isRefusal, type Refusal } from './operation.ts';
import { type ListBody, listBody, ofKind, type Page, type PageQuery, readPage } from './pagination.ts';

interface Listed {
  readonly tenant: number;
  readonly id: string;
  readonly created_at: Instant;
}
/** Tables whose lists are ordered by creation. */
type ListedTable = { [T in keyof Schema]: Selectable<Schema[T]> extends Listed ? T : never }[keyof Schema];

type RowOf<T extends ListedTable> = Selectable<Schema[T]> & Listed;
type Compared<V> = V extends string ? string : V;
/**
 * The required values of columns. A column with the value `undefined` is not compared. Callers may send any text; one
 * that is no value of the column matches no row.
 */
type Filter<T extends ListedTable> = {
  readonly [C in keyof Selectable<Schema[T]>]?: Compared<Selectable<Schema[T]>[C]> | undefined;
} & { readonly tenant: number };

function conditionsOf(filter: Readonly<Record<string, unknown>>): Expression<SqlBool>[] {
  return Object.entries(filter).flatMap(([column, value]) => {
    if (value === undefined) return [];
    return [value === null ? sql<SqlBool>`${sql.ref(column)} is null` : sql<SqlBool>`${sql.ref(column)} = ${value}`];
  });
}

/** The rows of a page in its order, and one more row if there is a next page. */
export async function listRows<T extends ListedTable>(
  unit: Unit,
  table: T,
  page: Page,
  filter: Filter<T>,
  conditions: readonly Expression<SqlBool>[] = [],
): Promise<RowOf<T>[]> {
  const rows: unknown = await unit.select((db) =>
    pageOf(db.selectFrom(table as 'customers').selectAll(), page, [...conditionsOf(filter), ...conditions]),
  );
  return rows as RowOf<T>[];
}

/** Conditions of a list whose rows are found before they are sorted. */
export interface LookedUp {
  /** Conditions that few rows meet, as `areFew` checks, and that an index supports. */
  readonly few: readonly Expression<SqlBool>[];
  readonly others: readonly Expression<SqlBool>[];
}

/** The same for few candidate rows: materialized first, so that no engine walks a long list to save the sorting. */
export async function listFewRows<T extends ListedTable>(
  unit: Unit,
  table: T,
  page: Page,
  filter: Filter<T>,
  { few, others }: LookedUp,
): Promise<RowOf<T>[]> {
  const rows: unknown = await unit.select((db) =>
    pageOf(
      db
        .with(
          (name) => name('few').materialized(),
          (inner) => every(inner.selectFrom(table as 'customers').selectAll(), [...ofTenant(filter.tenant), ...few]),
        )
        .selectFrom('few')
        .selectAll(),
      page,
      [...conditionsOf(filter), ...others],
    ),
  );
  return rows as RowOf<T>[];
}

/** Reading and sorting this many rows takes less time than a walk through a long list may take. */
export const mostSorted = 1_000;

/** Whether so few rows meet the conditions that looking these up first is faster. */
export async function areFew(
  unit: Unit,
  table: ListedTable,
  tenant: number,
  conditions: readonly Expression<SqlBool>[],
): Promise<boolean> {
  const rows = await unit.select((db) =>
    db
      .selectFrom(
        every(db.selectFrom(table as 'customers').select('tenant'), [...ofTenant(tenant), ...conditions])
          .limit(mostSorted + 1)
          .as('some'),
      )
      .select(({ fn }) => fn.countAll<number | bigint>().as('count')),
  );
  return Number(rows[0]?.count ?? 0) <= mostSorted;
}

function ofTenant(tenant: number): Expression<SqlBool>[] {
  return [sql<SqlBool>`tenant = ${tenant}`];
}

function every<Q extends Narrowed<Q>>(query: Q, conditions: readonly Expression<SqlBool>[]): Q {
  return conditions.reduce((narrowed, condition) => narrowed.where(condition), query);
}

interface Narrowed<Q> {
  where(condition: Expression<SqlBool>): Q;
}

function pageOf<Q extends Ordered<Q>>(
  query: Q,
  { limit, order, after }: Page,
  conditions: readonly Expression<SqlBool>[],
): Q {
  const beyond = sql.raw(order === 'asc' ? '>' : '<');
  const behind =
    after === undefined ? [] : [sql<SqlBool>`(created_at, id) ${beyond} (${after.createdAt}, ${after.id})`];
  return every(query, [...conditions, ...behind])
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(limit + 1);
}

interface Ordered<Q> extends Narrowed<Q> {
  orderBy(column: 'created_at' | 'id', order: Page['order']): Q;
  limit(count: number): Q;
}

const bounds = {
  createdAfter: sql`created_at >=`,
  createdBefore: sql`created_at <=`,
  updatedAfter: sql`updated_at >=`,
  updatedBefore: sql`updated_at <=`,
} as const;

/** A list: the rows of a table, whose ids begin with their type. */
interface ListOf<T> {
  readonly table: T;
  readonly of: string;
}

/** Serves a list of one table: the page of the query, each row as `view` shows it. */
export async function listPage<T extends ListedTable, View>(
  unit: Unit,
  { table, of }: ListOf<T>,
  query: PageQuery,
  filter: Filter<T>,
  view: (row: RowOf<T>) => View,
  conditions: readonly Expression<SqlBool>[] = [],
): Promise<{ readonly status: 200; readonly body: ListBody<View> } | Refusal<'INVALID_INPUT'>> {
  const page = readPage(query, ofKind(of));
  if (isRefusal(page)) return page;
  const rows = await listRows(unit, table, page, filter, conditions);
  return { status: 200, body: listBody(rows, page.limit, view) };
}

/** The same for short lists, with the total number of rows. */
export async function countedPage<T extends ListedTable, View>(
  unit: Unit,
  list: ListOf<T>,
  query: PageQuery,
  filter: Filter<T>,
  view: (row: RowOf<T>) => View,
  conditions: readonly Expression<SqlBool>[] = [],
): Promise<
  { readonly status: 200; readonly body: ListBody<View> & { readonly totalCount: number } } | Refusal<'INVALID_INPUT'>
> {
  const page = await listPage(unit, list, query, filter, view, conditions);
  if (isRefusal(page)) return page;
  const rows = await unit.select((db) => {
    const all = db.selectFrom(list.table as 'customers').select(({ fn }) => fn.countAll<number | bigint>().as('count'));
    return [...conditionsOf(filter), ...conditions].reduce((query, condition) => query.where(condition), all);
  });
  return { status: 200, body: { ...page.body, totalCount: Number(rows[0]?.count ?? 0) } };
}

/** The conditions of a filter by times, both ends included. */
export function withinTimes(query: { readonly [Bound in keyof typeof bounds]?: string }): Expression<SqlBool>[] {
  const given = Object.entries(bounds).map(([name, bound]) => [bound, query[name as keyof typeof bounds]] as const);
  return given.flatMap(([bound, at]) => (at === undefined ? [] : [sql<SqlBool>`${bound} ${readInstant(at)}`]));
}

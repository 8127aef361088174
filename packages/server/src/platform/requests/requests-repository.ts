import { errorTable, operationTable } from '@payments-platform/types';
import { type Expression, type SqlBool, sql } from 'kysely';
import { type Instant, plusMs } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { firstIdAt } from '../../ground/ids/first-id-at.ts';
import type { Page } from '../../operation/pagination.ts';
import type { RequestRow } from './request-view.ts';

const columns = [
  'requests.id',
  'requests.created_at',
  'requests.method',
  'requests.operation_id',
  'requests.path',
  'requests.status',
  'requests.code',
  'requests.duration_ms',
  'requests.token_id',
  'requests.agent_id',
  'requests.idempotency_key_digest',
  'requests.is_replay',
  'requests.trace_id',
  'requests.resource_ids',
] as const;

interface RequestKey {
  readonly tenant: number;
  readonly id: string;
}

type WholeRow = RequestRow & { readonly exchanges: string };

const find = statement<RequestKey, WholeRow>('findRequest', (db, { tenant, id }) =>
  db
    .selectFrom('requests')
    .innerJoin('request_exchanges', (join) =>
      join
        .onRef('request_exchanges.tenant', '=', 'requests.tenant')
        .onRef('request_exchanges.id', '=', 'requests.exchanges_id'),
    )
    .select(columns)
    .select('request_exchanges.exchanges')
    .where('requests.tenant', '=', tenant)
    .where('requests.id', '=', id),
);

export function findRequest(unit: Unit, tenant: number, id: string): Promise<WholeRow | undefined> {
  return unit.first(find, { tenant, id });
}

/** Those of some ids that are kept, in the order of their ids. */
export function requestsWithIds(unit: Unit, tenant: number, ids: readonly string[]): Promise<RequestRow[]> {
  return unit.select((db) =>
    db.selectFrom('requests').select(columns).where('tenant', '=', tenant).where('id', 'in', ids).orderBy('id'),
  );
}

export interface RequestFilter {
  readonly method?: string | undefined;
  readonly operationId?: string | undefined;
  /** A status, or a class of them such as `4xx`. */
  readonly status?: string | undefined;
  readonly code?: string | undefined;
  readonly tokenId?: string | undefined;
  readonly keyDigests?: readonly string[] | undefined;
  readonly resourceId?: string | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
}

/** Every status that an operation answers. */
const statuses = [...new Set([200, 201, 202, 204, ...Object.values(errorTable).map(({ status }) => status)])].sort();

function statusesOf(status: string | undefined): readonly (number | undefined)[] {
  if (status === undefined) return [undefined];
  return status.endsWith('xx') ? statuses.filter((one) => String(one)[0] === status[0]) : [Number(status)];
}

/** The operations with a method, where nothing else narrows the list. */
function operationsOf({ method, operationId, resourceId, keyDigests }: RequestFilter): readonly (string | undefined)[] {
  const isNarrow = operationId !== undefined || resourceId !== undefined || keyDigests !== undefined;
  if (method === undefined || isNarrow) return [operationId];
  const all = Object.entries(operationTable);
  return all.filter(([, row]) => row.method.toUpperCase() === method).map(([id]) => id);
}

/** The rows of a page, the newest first, and one row more where there is a next page. */
export async function listRequestRows(
  unit: Unit,
  tenant: number,
  page: Page,
  filter: RequestFilter,
): Promise<RequestRow[]> {
  // A class, a method and a key are several small lists, each along its index: what is asked for may be rare.
  const { keyDigests = [undefined], ...others } = filter;
  const filters = statusesOf(filter.status).flatMap((status) =>
    (status === undefined ? operationsOf(filter) : [filter.operationId]).flatMap((operationId) =>
      keyDigests.map((keyDigest) => ({ ...others, status, operationId, keyDigest })),
    ),
  );
  const lists = await Promise.all(filters.map((one) => listOf(unit, tenant, page, one)));
  const [only = []] = lists;
  if (lists.length === 1) return only;
  return lists
    .flat()
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, page.limit + 1);
}

interface OneList extends Omit<RequestFilter, 'status' | 'keyDigests'> {
  readonly status: number | undefined;
  readonly keyDigest: string | undefined;
}

const momentPlace = 'ApiRequest:'.length;
const momentLength = 'xxxxxxxx-xxxx'.length;
/** The milliseconds in an id, by which requests with one key are in order: short, since each key changes another page. */
const moment = sql<string>`substr(requests.id, ${sql.lit(momentPlace + 1)}, ${sql.lit(momentLength)})`;

function listOf(unit: Unit, tenant: number, { limit, after }: Page, filter: OneList): Promise<RequestRow[]> {
  const { resourceId, keyDigest } = filter;
  const first = resourceId === undefined ? 'requests' : 'request_resources';
  const id = sql.ref(resourceId === undefined ? 'requests.id' : 'request_resources.request_id');
  const isByKey = keyDigest !== undefined && resourceId === undefined;
  const equal: readonly (readonly [string, string | number | undefined])[] = [
    ['method', filter.method],
    ['operation_id', filter.operationId],
    ['status', filter.status],
    ['code', filter.code],
    ['token_id', filter.tokenId],
    ['idempotency_key_digest', keyDigest],
  ];
  const conditions: (Expression<SqlBool> | false)[] = [
    sql`${sql.ref(`${first}.tenant`)} = ${tenant}`,
    resourceId !== undefined && sql`request_resources.resource_id = ${resourceId}`,
    ...equal.map(([column, value]) => value !== undefined && sql<SqlBool>`${sql.ref(`requests.${column}`)} = ${value}`),
    filter.createdAfter !== undefined && sql`${id} >= ${firstIdAt('ApiRequest', filter.createdAfter)}`,
    filter.createdBefore !== undefined && sql`${id} < ${firstIdAt('ApiRequest', plusMs(filter.createdBefore, 1))}`,
    after !== undefined && sql`${id} < ${after.id}`,
    after !== undefined && isByKey && sql`${moment} <= ${after.id.slice(momentPlace, momentPlace + momentLength)}`,
  ];
  const wanted = conditions.filter((condition) => condition !== false);
  return unit.select((db) => {
    const from =
      resourceId === undefined
        ? db.selectFrom('requests').select(columns)
        : // SQLite goes through the tables of a cross join in the order in which they stand.
          db
            .selectFrom('request_resources')
            .crossJoin('requests')
            .select(columns)
            .where(
              sql<SqlBool>`requests.tenant = request_resources.tenant and requests.id = request_resources.request_id`,
            );
    return wanted
      .reduce((query, condition) => query.where(condition), from as ReturnType<typeof withColumns>)
      .$if(isByKey, (query) => query.orderBy(moment, 'desc'))
      .orderBy(id, 'desc')
      .limit(limit + 1);

    function withColumns() {
      return db.selectFrom('requests').select(columns);
    }
  });
}

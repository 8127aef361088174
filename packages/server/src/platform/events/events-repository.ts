import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Page } from '../../operation/pagination.ts';
import { type AttemptRow, type EventRow, eventColumns } from './event-view.ts';

interface EventKey {
  readonly tenant: number;
  readonly id: string;
}

const find = statement<EventKey, EventRow & { readonly payload: string }>('findEvent', (db, { tenant, id }) =>
  db
    .selectFrom('events')
    .innerJoin('deliveries', (join) =>
      join.onRef('deliveries.tenant', '=', 'events.tenant').onRef('deliveries.event_id', '=', 'events.id'),
    )
    .select(eventColumns)
    .select('events.payload')
    .where('events.tenant', '=', tenant)
    .where('events.id', '=', id),
);

export function findEvent(
  unit: Unit,
  tenant: number,
  id: string,
): Promise<(EventRow & { readonly payload: string }) | undefined> {
  return unit.first(find, { tenant, id });
}

/** The most attempts that are shown; a week of retries has more. */
const mostAttempts = 100;

const attempts = statement<EventKey, AttemptRow>('listDeliveryAttempts', (db, { tenant, id }) =>
  db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('event_id', '=', id)
    .orderBy('attempt', 'desc')
    .limit(mostAttempts),
);

export function listAttempts(unit: Unit, tenant: number, id: string): Promise<AttemptRow[]> {
  return unit.all(attempts, { tenant, id });
}

export interface EventFilter {
  readonly type?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly status?: EventRow['status'] | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
}

/**
 * Whether the list starts from the deliveries instead of the events. Most states have few deliveries; a resource
 * has few events, and most events of a type were delivered.
 */
function goesAlongDeliveries({ status, type, resourceId, requestId }: EventFilter): boolean {
  const isOfFew = resourceId !== undefined || requestId !== undefined;
  return status !== undefined && !isOfFew && !(status === 'DELIVERED' && type !== undefined);
}

/** The rows of a page, the newest first, and one more if there is a next page. */
export async function listEventRows(
  unit: Unit,
  tenant: number,
  { limit, after }: Page,
  filter: EventFilter,
): Promise<EventRow[]> {
  const wanted = { tenant, filter, count: limit + 1 };
  if (goesAlongDeliveries(filter))
    return rowsAlong(unit, wanted, alongDeliveries, after && [beyond(alongDeliveries, after)]);
  if (unit.engine === 'postgres') return rowsAlong(unit, wanted, alongEvents, after && [beyond(alongEvents, after)]);
  if (after === undefined) return rowsAlong(unit, wanted, alongPositions);
  // SQLite cannot use an index that ends in the key of its table for a row comparison, and would read all events of
  // that time.
  const { created_at } = alongPositions;
  const position = sql`(select position from events where tenant = ${tenant} and id = ${after.id})`;
  const ofTheMoment = [sql<SqlBool>`${created_at} = ${after.createdAt}`, sql<SqlBool>`events.position < ${position}`];
  const rows = await rowsAlong(unit, wanted, alongPositions, ofTheMoment);
  const count = wanted.count - rows.length;
  if (count === 0) return rows;
  const older = [sql<SqlBool>`${created_at} < ${after.createdAt}`];
  return [...rows, ...(await rowsAlong(unit, { ...wanted, count }, alongPositions, older))];
}

/** The table that a list starts from, and its order. */
interface Way {
  readonly first: 'events' | 'deliveries';
  readonly second: 'events' | 'deliveries';
  readonly created_at: RawBuilder<unknown>;
  /** The order among rows of the same time. */
  readonly place: RawBuilder<unknown>;
}

function way(first: Way['first'], place: string): Way {
  const second = first === 'events' ? 'deliveries' : 'events';
  return { first, second, created_at: sql.ref(`${first}.created_at`), place: sql.ref(`${first}.${place}`) };
}

const alongDeliveries = way('deliveries', 'event_id');
const alongEvents = way('events', 'id');
/** For SQLite only, where all positions are different. */
const alongPositions = way('events', 'position');

function beyond({ created_at, place }: Way, after: NonNullable<Page['after']>): RawBuilder<SqlBool> {
  return sql`(${created_at}, ${place}) < (${after.createdAt}, ${after.id})`;
}

interface Wanted {
  readonly tenant: number;
  readonly filter: EventFilter;
  readonly count: number;
}

function rowsAlong(
  unit: Unit,
  { tenant, filter, count }: Wanted,
  { first, second, created_at, place }: Way,
  range: readonly Expression<SqlBool>[] = [],
): Promise<EventRow[]> {
  const conditions: (Expression<SqlBool> | false)[] = [
    sql`${sql.ref(`${first}.tenant`)} = ${tenant}`,
    filter.type !== undefined && sql`${sql.ref(`${first}.type`)} = ${filter.type}`,
    filter.resourceId !== undefined && sql`${sql.ref(`${first}.resource_id`)} = ${filter.resourceId}`,
    filter.requestId !== undefined && sql`events.request_id = ${filter.requestId}`,
    filter.status !== undefined && sql`deliveries.status = ${filter.status}`,
    filter.createdAfter !== undefined && sql`${created_at} >= ${filter.createdAfter}`,
    filter.createdBefore !== undefined && sql`${created_at} <= ${filter.createdBefore}`,
    ...range,
  ];
  const wanted = conditions.filter((condition) => condition !== false);
  return unit.select((db) => {
    // SQLite processes the tables of a cross join in the written order.
    const joined = db
      .selectFrom(first)
      .crossJoin(second)
      .select(eventColumns)
      .where(sql<SqlBool>`deliveries.tenant = events.tenant and deliveries.event_id = events.id`);
    return wanted
      .reduce((query, condition) => query.where(condition), joined)
      .orderBy(created_at, 'desc')
      .orderBy(place, 'desc')
      .limit(count);
  });
}

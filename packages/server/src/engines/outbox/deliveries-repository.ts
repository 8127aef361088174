import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import { rawQuery, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type JsonText, writeJson } from '../../ground/json/json-text.ts';
import { type JoinedClock, joinedColumns } from '../clocks/clocks.ts';
import type { StateOf } from '../states/transition.ts';
import { neverRetried } from './retry-schedule.ts';

/** A claimed delivery. `leased_until` identifies the claim: a later claim has a later time. */
export interface ClaimedDelivery {
  readonly tenant: number;
  readonly event_id: string;
  readonly type: string;
  readonly resource_id: string;
  readonly sequence: number;
  readonly status: StateOf<'webhook-delivery'>;
  readonly attempts: number;
  readonly created_at: Instant;
}

/** The two queues of one platform, with its clock. */
export interface DeliveryQueue extends JoinedClock {
  readonly tenant: number;
  /** When the first delivery of a new event is due, or its lease ends; `null` if there is none. */
  readonly fresh_due_at: Instant | null;
  /** The same for deliveries that are resent in bulk. */
  readonly backlog_due_at: Instant | null;
}

/** When the first delivery in one of the two queues of a platform is due. */
function firstDue(isBacklog: 0 | 1, from = sql`d.due_at is not null`): RawBuilder<unknown> {
  return sql`select d.due_at from deliveries d where d.tenant = queues.tenant and d.is_backlog = ${sql.lit(isBacklog)}
    and ${from} order by d.due_at limit 1`;
}

const clockColumns = sql.join(joinedColumns.map((column) => sql.ref(column)));

/**
 * Steps from platform to platform through the index, so that it costs one lookup per queue. Without the second column
 * in the order, PostgreSQL would scan the primary key, and with it the whole history.
 */
const listQueues = statement<Record<never, never>, DeliveryQueue>('listDeliveryQueues', (db) =>
  rawQuery(
    sql<DeliveryQueue>`
      with recursive queues(tenant) as (
        select (select tenant from deliveries where due_at is not null order by tenant, is_backlog, due_at limit 1)
        union all
        select (select d.tenant from deliveries d where d.due_at is not null and d.tenant > queues.tenant
          order by d.tenant, d.is_backlog, d.due_at limit 1)
        from queues where queues.tenant is not null
      )
      select queues.tenant, ${clockColumns}, (${firstDue(0)}) as fresh_due_at, (${firstDue(1)}) as backlog_due_at
      from queues left join clocks on clocks.tenant = queues.tenant where queues.tenant is not null`,
    db,
  ),
);

export function listDeliveryQueues(unit: Unit): Promise<DeliveryQueue[]> {
  return unit.all(listQueues, {});
}

/** From when on the deliveries of a platform are looked for. */
export interface QueueFloor {
  readonly tenant: number;
  readonly fresh: Instant;
  readonly backlog: Instant;
}

/** Between two known platforms, or after the last. */
interface Gap {
  readonly after: number;
  readonly before: number;
}

const noTenant = 2 ** 31 - 1;

const listQueuesFrom = statement<
  { readonly floors: JsonText<readonly QueueFloor[]>; readonly gaps: JsonText<readonly Gap[]> },
  DeliveryQueue
>('listDeliveryQueuesFrom', (db, { floors, gaps }) =>
  rawQuery(
    sql<DeliveryQueue>`
      select queues.tenant, ${clockColumns}, (${firstDue(0, sql`d.due_at >= queues.fresh`)}) as fresh_due_at,
        (${firstDue(1, sql`d.due_at >= queues.backlog`)}) as backlog_due_at
      from (
        select cast(floor ->> 'tenant' as integer) as tenant, floor ->> 'fresh' as fresh, floor ->> 'backlog' as backlog
        from jsonb_array_elements(cast(${floors} as jsonb)) as floor
        union all
        select (select d.tenant from deliveries d where d.due_at is not null
            and d.tenant > cast(gap ->> 'after' as integer) and d.tenant < cast(gap ->> 'before' as integer)
            order by d.tenant, d.is_backlog, d.due_at limit 1), '', ''
        from jsonb_array_elements(cast(${gaps} as jsonb)) as gap
      ) as queues left join clocks on clocks.tenant = queues.tenant where queues.tenant is not null`,
    db,
  ),
);

/**
 * Lists queues of PostgreSQL without the deliveries before their floors. Of the platforms between two known ones, the
 * first that has deliveries is listed, from its start.
 */
export async function listDeliveryQueuesFrom(unit: Unit, floors: readonly QueueFloor[]): Promise<DeliveryQueue[]> {
  const known = floors.map(({ tenant }) => tenant).sort((a, b) => a - b);
  const gaps = [0, ...known].map((after, at): Gap => ({ after, before: known[at] ?? noTenant }));
  const rows = await unit.all(listQueuesFrom, {
    floors: writeJson<readonly QueueFloor[]>(floors),
    gaps: writeJson<readonly Gap[]>(gaps),
  });
  return rows.filter(({ fresh_due_at: fresh, backlog_due_at: backlog }) => fresh !== null || backlog !== null);
}

/** The position of a scan along a queue. */
export interface QueuePosition {
  readonly due_at: Instant;
  readonly event_id: string;
}

export const queueStart: QueuePosition = { due_at: '', event_id: '' };

/** The rows that one claim scans. It skips rows of resources that are being sent, however many there are. */
const scannedAtOnce = 512;
/** The most deliveries of one resource that are claimed together, to be sent one after the other. */
const longestRun = 32;

interface Claim {
  readonly tenant: number;
  readonly isBacklog: 0 | 1;
  readonly now: Instant;
  readonly leasedUntil: Instant;
  readonly limit: number;
  readonly afterDueAt: Instant;
  readonly afterEventId: string;
}

/** A literal, so that the partial index is used. */
export const isUrgent = sql<SqlBool>`type in (${sql.join([...neverRetried].map((type) => sql.lit(type)))})`;

/**
 * Claims due deliveries of one platform. A first attempt waits for earlier first attempts of the same resource if one
 * of them is being sent, is outside this scan, is in the other queue, or itself waits for another although it is due
 * before it, as after an expired lease, or if they are more than one run. The inner limit bounds the reads for each
 * row, and keeps PostgreSQL from joining the whole queue.
 */
const claimOf = (name: string, isOnlyUrgent: boolean) =>
  statement<Claim, ClaimedDelivery>(
    name,
    (db, { tenant, isBacklog, now, leasedUntil, limit, afterDueAt, afterEventId }) =>
      db
        .updateTable('deliveries')
        .set({ due_at: leasedUntil, leased_until: leasedUntil })
        .where('tenant', '=', tenant)
        .where('event_id', 'in', (eb) => {
          const queued = eb
            .selectFrom('deliveries')
            .select(['event_id', 'resource_id', 'sequence', 'due_at'])
            .where('tenant', '=', tenant)
            .where('due_at', '<=', now)
            .where(sql<SqlBool>`(due_at, event_id) > (${afterDueAt}, ${afterEventId})`)
            .orderBy('due_at')
            .orderBy('event_id')
            .limit(scannedAtOnce);
          const due = (isOnlyUrgent ? queued.where(isUrgent) : queued.where('is_backlog', '=', isBacklog)).as('due');
          const earlierUnsent = sql<number>`(
          select coalesce(sum(case when leased_until > ${now} or (due_at, event_id) > (due.due_at, due.event_id)
            or (due_at, event_id) <= (${afterDueAt}, ${afterEventId}) or is_backlog <> ${isBacklog}
            or (due_at, event_id) < (due_before, id_before) then ${sql.lit(longestRun)} else 1 end), 0)
          from (select leased_until, due_at, event_id, is_backlog,
              lag(due_at) over in_order as due_before, lag(event_id) over in_order as id_before
            from (select leased_until, due_at, event_id, is_backlog, sequence from deliveries as first
              where first.tenant = ${tenant} and first.resource_id = due.resource_id and first.sequence < due.sequence
                and first.status = 'PENDING'
              order by first.sequence limit ${sql.lit(longestRun)}) as run
            window in_order as (order by sequence)) as earlier)`;
          return eb
            .selectFrom(due)
            .select('due.event_id')
            .where(earlierUnsent, '<', sql.lit(longestRun))
            .orderBy('due.due_at')
            .orderBy('due.event_id')
            .limit(limit);
        })
        .returning(['tenant', 'event_id', 'type', 'resource_id', 'sequence', 'status', 'attempts', 'created_at']),
  );

const claim = claimOf('claimDueDeliveries', false);
const claimUrgent = claimOf('claimUrgentDeliveries', true);

/**
 * An arbitrary constant. Claims of several processes run one after the other, so that each sees the leases of the
 * previous one.
 */
const claimLock = 7_203_412;
const waitForTurn = statement<Record<never, never>, { locked: unknown }>('lockDeliveryClaims', (db) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(${sql.lit(claimLock)})`.as('locked')),
);

export function lockDeliveryClaims(unit: Unit): void {
  if (unit.engine === 'postgres') unit.write(waitForTurn, {});
}

export interface ClaimOptions {
  readonly tenant: number;
  /** One of the two queues of a platform. */
  readonly isBacklog: 0 | 1;
  readonly now: Instant;
  readonly leasedUntil: Instant;
  readonly limit: number;
  readonly after: QueuePosition;
}

export function claimDueDeliveries(unit: Unit, { after, ...claimed }: ClaimOptions): Promise<ClaimedDelivery[]> {
  return unit.all(claim, { ...claimed, afterDueAt: after.due_at, afterEventId: after.event_id });
}

/** Claims the events that are sent only once. */
export function claimUrgentDeliveries(
  unit: Unit,
  claimed: Omit<ClaimOptions, 'after' | 'isBacklog'>,
): Promise<ClaimedDelivery[]> {
  const { due_at: afterDueAt, event_id: afterEventId } = queueStart;
  return unit.all(claimUrgent, { ...claimed, isBacklog: 0, afterDueAt, afterEventId });
}

const findEnd = statement<Omit<Claim, 'leasedUntil' | 'limit'>, QueuePosition>(
  'findEndOfScan',
  (db, { tenant, isBacklog, now, afterDueAt, afterEventId }) =>
    db
      .selectFrom('deliveries')
      .select(['due_at', 'event_id'])
      .where('tenant', '=', tenant)
      .where('is_backlog', '=', isBacklog)
      .where('due_at', '<=', now)
      .where(sql<SqlBool>`(due_at, event_id) > (${afterDueAt}, ${afterEventId})`)
      .orderBy('due_at')
      .orderBy('event_id')
      .limit(1)
      .offset(scannedAtOnce - 1)
      .$castTo<QueuePosition>(),
);

/** Where the next scan of the queue starts: after this one, or at the start if this one reached the end. */
export async function findNextPosition(
  unit: Unit,
  { tenant, isBacklog, now, after }: Pick<ClaimOptions, 'tenant' | 'isBacklog' | 'now' | 'after'>,
): Promise<QueuePosition> {
  const end = { tenant, isBacklog, now, afterDueAt: after.due_at, afterEventId: after.event_id };
  return (await unit.first(findEnd, end)) ?? queueStart;
}

/** The current endpoints of platforms. Omits tenants that no longer exist. */
export async function findEndpoints(
  unit: Unit,
  tenants: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const rows = await unit.select((db) =>
    db.selectFrom('platforms').select(['tenant', 'webhook_endpoint']).where('tenant', 'in', tenants),
  );
  return new Map(rows.map(({ tenant, webhook_endpoint: endpoint }) => [tenant, endpoint]));
}

import { sql } from 'kysely';
import type { Instant } from '../clock/instant.ts';
import { statement } from '../database/statement.ts';
import type { Unit } from '../database/unit.ts';

/** A delivery that a relay has taken, with the frozen bytes to send. */
export interface ClaimedDelivery {
  readonly tenant: number;
  readonly event_id: string;
  readonly type: string;
  readonly resource_id: string;
  readonly sequence: number;
  readonly status: string;
  readonly attempts: number;
  readonly created_at: Instant;
}

interface Claim {
  readonly now: Instant;
  readonly leasedUntil: Instant;
  readonly limit: number;
}

/**
 * Takes due deliveries. A first attempt waits for the first attempts before it on the same resource,
 * so a receiver that answers sees each resource's events in order.
 */
const claim = statement<Claim, ClaimedDelivery>('claimDueDeliveries', (db, { now, leasedUntil, limit }, engine) =>
  db
    .updateTable('deliveries')
    .set({ due_at: leasedUntil, leased_until: leasedUntil })
    .where(({ eb, refTuple }) => {
      const due = db
        .selectFrom('deliveries as due')
        .select(['due.tenant', 'due.event_id'])
        .where('due.due_at', '<=', now)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('deliveries as earlier')
                .select('earlier.event_id')
                .whereRef('earlier.tenant', '=', 'due.tenant')
                .whereRef('earlier.resource_id', '=', 'due.resource_id')
                .whereRef('earlier.sequence', '<', 'due.sequence')
                .where('earlier.status', '=', sql.lit('PENDING')) // literal, so that the partial index serves
                .where('earlier.leased_until', 'is not', null),
            ),
          ),
        )
        .orderBy('due.due_at')
        .orderBy('due.event_id')
        .limit(limit);
      const free = engine === 'postgres' ? due.forUpdate().skipLocked() : due;
      return eb(refTuple('tenant', 'event_id'), 'in', free.$asTuple('tenant', 'event_id'));
    })
    .returning(['tenant', 'event_id', 'type', 'resource_id', 'sequence', 'status', 'attempts', 'created_at']),
);

/** Any constant: claims of several processes take turns, so that each sees the leases of the one before. */
const claimLock = 7_203_412;
const waitForTurn = statement<Record<never, never>, { locked: unknown }>('lockDeliveryClaims', (db) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(${sql.lit(claimLock)})`.as('locked')),
);

export function claimDueDeliveries(unit: Unit, parameters: Claim): Promise<ClaimedDelivery[]> {
  if (unit.engine === 'postgres') unit.write(waitForTurn, {});
  return unit.all(claim, parameters);
}

interface Skip {
  readonly now: Instant;
  readonly from: string;
  readonly to: string;
}

const skip = statement<Skip, never>('skipDeliveries', (db, { now, from, to }) =>
  db
    .updateTable('deliveries')
    .set({ status: to, due_at: null })
    .where('due_at', '<=', now)
    .where('status', '=', from)
    .where('leased_until', 'is', null)
    // The sign keeps SQLite from walking a tenant's whole history instead of what is due.
    .where(sql<number>`+tenant`, 'in', (eb) =>
      eb.selectFrom('platforms').select('platforms.tenant').where('webhook_endpoint', 'is', null),
    ),
);

/** Takes what is due for platforms without an endpoint off the queue, all of it in one statement. */
export function skipDeliveries(unit: Unit, parameters: Skip): void {
  unit.write(skip, parameters);
}

export interface DeliveryChange {
  readonly tenant: number;
  readonly eventId: string;
  readonly status: string;
  readonly attempts: number;
  readonly dueAt: Instant | null;
}

const record = statement<DeliveryChange, never>('recordDelivery', (db, { tenant, eventId, status, attempts, dueAt }) =>
  db
    .updateTable('deliveries')
    .set({ status, attempts, due_at: dueAt, leased_until: null })
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId),
);

export function recordDelivery(unit: Unit, change: DeliveryChange): void {
  unit.write(record, change);
}

const findPayload = statement<{ readonly tenant: number; readonly eventId: string }, { payload: string }>(
  'findPayload',
  (db, { tenant, eventId }) =>
    db.selectFrom('events').select('payload').where('tenant', '=', tenant).where('id', '=', eventId),
);

export async function findEventPayload(unit: Unit, tenant: number, eventId: string): Promise<string> {
  const row = await unit.first(findPayload, { tenant, eventId });
  if (row === undefined) throw new Error(`event ${eventId} is due and was never written`);
  return row.payload;
}

const nextDue = statement<Record<never, never>, { due_at: Instant | null }>('nextDueDelivery', (db) =>
  db.selectFrom('deliveries').select('due_at').where('due_at', 'is not', null).orderBy('due_at').limit(1),
);

export async function nextDueDeliveryAt(unit: Unit): Promise<Instant | undefined> {
  return (await unit.first(nextDue, {}))?.due_at ?? undefined;
}

import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { StateOf } from '../states/transition.ts';

/** A delivery in the hands of one claim. Nothing of this changes it once somebody else has claimed it. */
interface Claimed {
  readonly tenant: number;
  readonly eventId: string;
  readonly leasedUntil: Instant;
}

export interface DeliveryChange extends Claimed {
  readonly status: StateOf<'webhook-delivery'>;
  readonly attempts: number;
  readonly dueAt: Instant | null;
}

const record = statement<DeliveryChange, never>(
  'recordDelivery',
  (db, { tenant, eventId, leasedUntil, status, attempts, dueAt }) =>
    db
      .updateTable('deliveries')
      .set({ status, attempts, due_at: dueAt, leased_until: null })
      .where('tenant', '=', tenant)
      .where('event_id', '=', eventId)
      .where('leased_until', '=', leasedUntil),
);

/** Returns whether the claim still held. */
export async function recordDelivery(unit: Unit, change: DeliveryChange): Promise<boolean> {
  return (await unit.run(record, change)) === 1;
}

interface Release extends Claimed {
  readonly dueAt: Instant;
}

const release = statement<Release, never>('releaseDelivery', (db, { tenant, eventId, leasedUntil, dueAt }) =>
  db
    .updateTable('deliveries')
    .set({ due_at: dueAt, leased_until: null })
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .where('leased_until', '=', leasedUntil),
);

/** Releases what was claimed and not sent. */
export function releaseDelivery(unit: Unit, released: Release): void {
  unit.write(release, released);
}

const leased = statement<{ readonly tenant: number; readonly now: Instant }, { event_id: string }>(
  'findLeasedDelivery',
  (db, { tenant, now }) =>
    db
      .selectFrom('deliveries')
      .select('event_id')
      .where('tenant', '=', tenant)
      .where('is_backlog', 'in', [0, 1])
      .where('due_at', '>', now)
      .where('leased_until', 'is not', null)
      .limit(1),
);

/** Whether some relay sends something to a platform, or is about to. */
export async function hasLeasedDelivery(unit: Unit, tenant: number, now: Instant): Promise<boolean> {
  return (await unit.first(leased, { tenant, now })) !== undefined;
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

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import { type Engine, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type JsonText, writeJson } from '../../ground/json/json-text.ts';
import type { StateOf } from '../states/transition.ts';

/** A delivery held by one claim. Its changes have no effect once another claim has taken the delivery. */
interface Claimed {
  readonly tenant: number;
  readonly eventId: string;
  readonly leasedUntil: Instant;
}

/** The new state of a claimed delivery. */
export interface DeliveryChange extends Claimed {
  readonly status: StateOf<'webhook-delivery'>;
  readonly attempts: number;
  readonly dueAt: Instant | null;
}

type EventIds = JsonText<readonly string[]>;

/** Finds each delivery by its key: PostgreSQL would join a list of its own with the whole history. */
function isOneOf(id: RawBuilder<unknown>, eventIds: EventIds, engine: Engine): RawBuilder<SqlBool> {
  return engine === 'sqlite'
    ? sql`${id} in (select value from json_each(${eventIds}))`
    : sql`${id} = any (array(select jsonb_array_elements_text(cast(${eventIds} as jsonb))))`;
}

const record = statement<Omit<DeliveryChange, 'eventId'> & { readonly eventIds: EventIds }, { event_id: string }>(
  'recordDeliveries',
  (db, { tenant, eventIds, leasedUntil, status, attempts, dueAt }, engine) =>
    db
      .updateTable('deliveries')
      .set({ status, attempts, due_at: dueAt, leased_until: null })
      .where('tenant', '=', tenant)
      .where(isOneOf(sql.ref('event_id'), eventIds, engine))
      .where('leased_until', '=', leasedUntil)
      .returning('event_id'),
);

/** Applies one change to several deliveries. Returns the events whose claim was still valid. */
export async function recordDeliveries(
  unit: Unit,
  change: Omit<DeliveryChange, 'eventId'>,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await unit.all(record, { ...change, eventIds: writeJson<readonly string[]>(eventIds) });
  return new Set(rows.map(({ event_id }) => event_id));
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

/** Releases a delivery that was claimed and not sent. */
export function releaseDelivery(unit: Unit, released: Release): void {
  unit.write(release, released);
}

const leased = statement<{ readonly tenant: number; readonly now: Instant }, { event_id: string }>(
  'findLeasedDelivery',
  (db, { tenant, now }) => {
    const leasedOf = (isBacklog: 0 | 1) =>
      db
        .selectFrom('deliveries')
        .select('event_id')
        .where('tenant', '=', tenant)
        .where('is_backlog', '=', isBacklog)
        .where('due_at', '>', now)
        .where('leased_until', 'is not', null);
    return leasedOf(0).unionAll(leasedOf(1)).limit(1);
  },
);

/** Whether a relay is sending an event of a platform, or is about to. */
export async function hasLeasedDelivery(unit: Unit, tenant: number, now: Instant): Promise<boolean> {
  return (await unit.first(leased, { tenant, now })) !== undefined;
}

const findPayloads = statement<
  { readonly tenant: number; readonly eventIds: EventIds },
  { id: string; payload: string }
>('findPayloads', (db, { tenant, eventIds }, engine) =>
  db
    .selectFrom('events')
    .select(['id', 'payload'])
    .where('tenant', '=', tenant)
    .where(isOneOf(sql.ref('id'), eventIds, engine)),
);

/** The fixed payloads of events of one platform, by id. */
export async function findEventPayloads(
  unit: Unit,
  tenant: number,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await unit.all(findPayloads, { tenant, eventIds: writeJson<readonly string[]>(eventIds) });
  return new Map(rows.map(({ id, payload }) => [id, payload]));
}

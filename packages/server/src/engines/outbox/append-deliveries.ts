import type { EventType } from '@payments-platform/types';
import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import { rawQuery, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { mustMove } from '../states/transition.ts';
import type { ClaimedDelivery } from './deliveries-repository.ts';

/** What a delivery takes over from its event. */
interface Delivered extends Pick<ClaimedDelivery, 'tenant' | 'resource_id' | 'sequence'> {
  readonly id: string;
  readonly type: EventType;
  readonly created_at: Instant;
}

const { to: firstStatus } = mustMove('webhook-delivery', null, 'APPEND');
const { to: unsent } = mustMove('webhook-delivery', firstStatus, 'SKIP');

const asText = (value: string): RawBuilder<string> => sql<string>`cast(${value} as text)`;

/** A delivery that nobody waits for is skipped here: a relay would change the row and four indexes once more. */
const append = statement<Delivered, never>('appendDelivery', (db, event) =>
  rawQuery(
    sql<never>`
      insert into deliveries
        (tenant, event_id, type, resource_id, sequence, status, attempts, due_at, leased_until, is_backlog, created_at)
      select platforms.tenant, ${asText(event.id)}, ${asText(event.type)}, ${asText(event.resource_id)},
        cast(${event.sequence} as integer),
        case when platforms.webhook_endpoint is null then ${sql.lit(unsent)} else ${sql.lit(firstStatus)} end, 0,
        case when platforms.webhook_endpoint is null then null else ${asText(event.created_at)} end, null, 0,
        ${asText(event.created_at)}
      from platforms where platforms.tenant = ${event.tenant}`,
    db,
  ),
);

/**
 * Appends the deliveries of new events, which are due at once. Units of SQLite come one after the other, so that the
 * endpoint which this sees is the one of the moment of the commit. PostgreSQL sends the rows along with those of the
 * events; what is appended there while an endpoint is being set is looked at by the relay.
 */
export function appendDeliveries(unit: Unit, events: readonly Delivered[]): void {
  if (unit.engine === 'sqlite') {
    for (const event of events) unit.write(append, event);
    return;
  }
  unit.insert(
    'deliveries',
    events.map(({ tenant, id, type, resource_id, sequence, created_at }) => ({
      tenant,
      event_id: id,
      type,
      resource_id,
      sequence,
      status: firstStatus,
      attempts: 0,
      due_at: created_at,
      leased_until: null,
      is_backlog: 0,
      created_at,
    })),
  );
}

import type { EventType } from '@payments-platform/types';
import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import { insertingStatement, rawQuery } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { sharePlatform } from '../clocks/platform-locks.ts';
import { mustMove } from '../states/transition.ts';
import type { ClaimedDelivery } from './deliveries-repository.ts';

/** The data that a delivery copies from its event. */
interface Delivered extends Pick<ClaimedDelivery, 'tenant' | 'resource_id' | 'sequence'> {
  readonly id: string;
  readonly type: EventType | 'TEST';
  readonly created_at: Instant;
}

const { to: firstStatus } = mustMove('webhook-delivery', null, 'APPEND');
const { to: unsent } = mustMove('webhook-delivery', firstStatus, 'SKIP');

const asText = (value: string): RawBuilder<string> => sql<string>`cast(${value} as text)`;

/**
 * Without an endpoint the delivery is skipped here: otherwise a relay would have to update the row and four indexes.
 */
const append = insertingStatement<Delivered>('appendDelivery', (db, event) =>
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
 * Appends the deliveries of new events, which are due at once. They use the endpoint as of the commit: setting an
 * endpoint and units that append deliveries wait for each other.
 */
export function appendDeliveries(unit: Unit, events: readonly Delivered[]): void {
  const [first] = events;
  if (first !== undefined) sharePlatform(unit, first.tenant);
  for (const event of events) unit.write(append, event);
}

import type { EventType } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Ids } from '../../ground/ids/ids.ts';
import { appendDeliveries } from './append-deliveries.ts';

/** An event about one resource; `data` is the resource as its own GET returns it. */
export interface NewEvent {
  readonly type: EventType;
  readonly resourceId: string;
  /** Numbers the events of this resource from 1 without gaps. The resource's row stores the count. */
  readonly sequence: number;
  readonly data: unknown;
}

export interface AppendContext {
  readonly unit: Unit;
  readonly tenant: number;
  readonly ids: Ids;
  readonly now: Instant;
}

/**
 * Appends events to the outbox, in the unit of the change that they report. The payload is fixed here: every attempt
 * sends the same bytes.
 */
export function appendEvents({ unit, tenant, ids, now }: AppendContext, events: readonly NewEvent[]): void {
  const rows = events.map((event) => {
    const id = ids.next('Webhook');
    const { type, sequence, data } = event;
    return {
      tenant,
      id,
      type,
      resource_id: event.resourceId,
      sequence,
      payload: JSON.stringify({ id, type, timestamp: now, sequence, data }),
      created_at: now,
      request_id: unit.requestId ?? null,
    };
  });
  unit.insert('events', rows);
  appendDeliveries(unit, rows);
}

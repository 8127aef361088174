import type { EventType, StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { ByDefault, Fixed } from '../../ground/database/column-types.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    webhook_keys: WebhookKeysTable;
    events: EventsTable;
    deliveries: DeliveriesTable;
    delivery_attempts: DeliveryAttemptsTable;
    kept_events: KeptEventsTable;
  }
}

interface WebhookKeysTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  public_key: Fixed<string>;
  sealed_private_key: Fixed<string>;
  created_at: Fixed<Instant>;
}

interface EventsTable {
  /** The position in the order of commits, which the database assigns. */
  position: ByDefault<number | bigint>;
  tenant: Fixed<number>;
  id: Fixed<string>;
  type: Fixed<EventType | 'TEST'>;
  resource_id: Fixed<string>;
  sequence: Fixed<number>;
  payload: Fixed<string>;
  created_at: Fixed<Instant>;
  /** The request that caused it; `null` if there was none. */
  request_id: Fixed<string | null>;
}

interface DeliveriesTable {
  tenant: Fixed<number>;
  event_id: Fixed<string>;
  type: Fixed<EventType | 'TEST'>;
  resource_id: Fixed<string>;
  sequence: Fixed<number>;
  status: StateOf<'webhook-delivery'>;
  attempts: number;
  due_at: Instant | null;
  leased_until: Instant | null;
  /** 1 for a bulk resend, which waits next to new events. */
  is_backlog: 0 | 1;
  created_at: Fixed<Instant>;
}

interface DeliveryAttemptsTable {
  /** The position in the order of commits, which the database assigns. */
  position: ByDefault<number | bigint>;
  tenant: Fixed<number>;
  event_id: Fixed<string>;
  attempt: Fixed<number>;
  started_at: Fixed<Instant>;
  duration_ms: Fixed<number>;
  endpoint: Fixed<string>;
  status_code: Fixed<number | null>;
  error: Fixed<string | null>;
  /** The beginning of the response body; `null` if there was none. */
  answer_head: Fixed<string | null>;
  /** The state of the delivery after the attempt; `null` for attempts from before this was recorded. */
  status: Fixed<StateOf<'webhook-delivery'> | null>;
  /** When the next attempt was due then; `null` if there was none. */
  next_attempt_at: Fixed<Instant | null>;
}

interface KeptEventsTable {
  tenant: Fixed<number>;
  /** Events before this id may have been removed. */
  first_id: string;
}

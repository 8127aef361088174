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
  /** Its place in the order of commits, which the database gives. */
  position: ByDefault<number | bigint>;
  tenant: Fixed<number>;
  id: Fixed<string>;
  type: Fixed<EventType | 'TEST'>;
  resource_id: Fixed<string>;
  sequence: Fixed<number>;
  payload: Fixed<string>;
  created_at: Fixed<Instant>;
  /** The request that it came of, while that was answered. */
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
  /** 1 where it is sent again with a range of others, which waits beside what happens now. */
  is_backlog: 0 | 1;
  created_at: Fixed<Instant>;
}

interface DeliveryAttemptsTable {
  /** Its place in the order of commits, which the database gives. */
  position: ByDefault<number | bigint>;
  tenant: Fixed<number>;
  event_id: Fixed<string>;
  attempt: Fixed<number>;
  started_at: Fixed<Instant>;
  duration_ms: Fixed<number>;
  endpoint: Fixed<string>;
  status_code: Fixed<number | null>;
  error: Fixed<string | null>;
  /** The beginning of the body that came back; `null` when there was none. */
  answer_head: Fixed<string | null>;
  /** What became of the delivery with it; `null` of attempts before this was kept. */
  status: Fixed<StateOf<'webhook-delivery'> | null>;
  /** When the next one was due then; `null` where none was. */
  next_attempt_at: Fixed<Instant | null>;
}

interface KeptEventsTable {
  tenant: Fixed<number>;
  /** Events before it may have been removed. */
  first_id: string;
}

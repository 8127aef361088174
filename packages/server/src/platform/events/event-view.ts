import type { DeliveryAttempt, StoredEvent } from '@payments-platform/types';
import type { Selectable } from 'kysely';
import { endOfTime } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';

type Delivery = Selectable<Schema['deliveries']>;

/** The columns of an event with its delivery, without its payload. */
export const eventColumns = [
  'events.id',
  'events.type',
  'events.resource_id',
  'events.sequence',
  'events.created_at',
  'events.request_id',
  'deliveries.status',
  'deliveries.attempts',
  'deliveries.due_at',
  'deliveries.leased_until',
] as const;

/** An event with its delivery, without its payload. */
export type EventRow = Pick<
  Selectable<Schema['events']>,
  'id' | 'type' | 'resource_id' | 'sequence' | 'created_at' | 'request_id'
> &
  Pick<Delivery, 'status' | 'attempts' | 'due_at' | 'leased_until'>;

export type AttemptRow = Selectable<Schema['delivery_attempts']>;

export function viewEvent(row: EventRow): StoredEvent {
  // During an attempt, the row is due when its lease ends.
  const isUnderWay = row.leased_until !== null;
  return {
    id: storedId('Webhook', row.id),
    type: row.type,
    resourceId: row.resource_id,
    sequence: row.sequence,
    createdAt: row.created_at,
    ...(row.request_id !== null && { requestId: storedId('ApiRequest', row.request_id) }),
    status: row.status,
    attemptCount: row.attempts,
    nextAttemptAt: isUnderWay || row.due_at === endOfTime ? null : row.due_at,
  };
}

export function viewAttempt(row: AttemptRow): DeliveryAttempt {
  return {
    attempt: row.attempt,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    endpoint: row.endpoint,
    statusCode: row.status_code,
    answerHead: row.answer_head,
    error: row.error,
  };
}

export function unknownEvent(): Refusal<'NOT_FOUND'> {
  return refuse('NOT_FOUND', 'No event has this id. List the events with GET /events.');
}

export function endpointNotSet(): Refusal<'WEBHOOK_ENDPOINT_NOT_SET'> {
  return refuse(
    'WEBHOOK_ENDPOINT_NOT_SET',
    'No webhook endpoint is configured. Set webhookEndpoint with PATCH /config first.',
  );
}

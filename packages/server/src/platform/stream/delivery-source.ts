import type { StreamedDelivery } from '@payments-platform/types';
import type { Selectable } from 'kysely';
import {
  type AfterMark,
  endOf,
  type FeedMessage,
  type FeedSource,
  isSettledAfter,
} from '../../engines/live-feed/feed-source.ts';
import type { StateOf } from '../../engines/states/transition.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { type AttemptRow, viewAttempt } from '../events/event-view.ts';

interface Window extends AfterMark {
  readonly tenant: number;
  readonly limit: number;
}

type StreamedRow = AttemptRow & { readonly status: StateOf<'webhook-delivery'> } & Pick<
    Selectable<Schema['deliveries']>,
    'type' | 'resource_id'
  >;

const attemptsAfter = statement<Window, StreamedRow>('attemptsAfterMark', (db, window, engine) =>
  db
    .selectFrom('delivery_attempts')
    .innerJoin('deliveries', (join) =>
      join
        .onRef('deliveries.tenant', '=', 'delivery_attempts.tenant')
        .onRef('deliveries.event_id', '=', 'delivery_attempts.event_id'),
    )
    .selectAll('delivery_attempts')
    .select(['deliveries.type', 'deliveries.resource_id'])
    .where('delivery_attempts.tenant', '=', window.tenant)
    .where('delivery_attempts.status', 'is not', null)
    .where(isSettledAfter(engine, 'delivery_attempts', window, 'event_id'))
    .orderBy('delivery_attempts.position')
    .orderBy('delivery_attempts.event_id')
    .limit(window.limit)
    .$castTo<StreamedRow>(),
);

const prefix = 'Webhook:';

function messageOf(row: StreamedRow): FeedMessage {
  const view = {
    ...{ eventId: storedId('Webhook', row.event_id), type: row.type, resourceId: row.resource_id },
    ...viewAttempt(row),
    ...{ status: row.status, nextAttemptAt: row.next_attempt_at },
  } satisfies StreamedDelivery;
  const mark = { position: Number(row.position), id: row.event_id.slice(prefix.length) };
  return { mark, type: row.type, data: JSON.stringify(view) };
}

/** Finished delivery attempts of platforms, as `GET /events/{eventId}` shows them. */
export const deliverySource: FeedSource = {
  letter: 'D',
  event: 'DELIVERY',
  end: endOf('delivery_attempts'),
  read: async (unit, { tenant, after, limit }) => {
    const window = { tenant, limit, position: after.position, id: `${prefix}${after.id}` };
    return (await unit.all(attemptsAfter, window)).map(messageOf);
  },
};

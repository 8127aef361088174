import type { StreamedEvent } from '@payments-platform/types';
import {
  type AfterMark,
  endOf,
  type FeedMessage,
  type FeedSource,
  isSettledAfter,
} from '../../engines/live-feed/feed-source.ts';
import { statement } from '../../ground/database/statement.ts';
import { type EventRow, eventColumns, viewEvent } from '../events/event-view.ts';

interface Window extends AfterMark {
  readonly tenant: number;
  readonly limit: number;
}

type StreamedRow = EventRow & { readonly position: number | bigint; readonly payload: string };

const eventsAfter = statement<Window, StreamedRow>('eventsAfterMark', (db, window, engine) =>
  db
    .selectFrom('events')
    .innerJoin('deliveries', (join) =>
      join.onRef('deliveries.tenant', '=', 'events.tenant').onRef('deliveries.event_id', '=', 'events.id'),
    )
    .select(eventColumns)
    .select(['events.position', 'events.payload'])
    .where('events.tenant', '=', window.tenant)
    .where(isSettledAfter(engine, 'events', window))
    .orderBy('events.position')
    .orderBy('events.id')
    .limit(window.limit),
);

const prefix = 'Webhook:';

function messageOf(row: StreamedRow): FeedMessage {
  const view = { ...viewEvent(row), payload: row.payload } satisfies StreamedEvent;
  const mark = { position: Number(row.position), id: row.id.slice(prefix.length) };
  return { mark, type: row.type, data: JSON.stringify(view) };
}

/** The events of platforms, as `GET /events` lists them, with their payloads. */
export const eventSource: FeedSource = {
  letter: 'E',
  event: 'EVENT',
  end: endOf('events'),
  read: async (unit, { tenant, after, limit }) => {
    const window = { tenant, limit, position: after.position, id: `${prefix}${after.id}` };
    return (await unit.all(eventsAfter, window)).map(messageOf);
  },
};

import {
  type AfterMark,
  endOf,
  type FeedMessage,
  type FeedSource,
  type FeedWindow,
  isSettledAfter,
} from '../../engines/live-feed/feed-source.ts';
import { statement } from '../../ground/database/statement.ts';
import { readRequests } from './request-batch.ts';
import { viewRequest } from './request-view.ts';

interface Window extends AfterMark {
  readonly tenant: number;
}

interface BatchRow {
  readonly position: number | bigint;
  readonly id: string;
  readonly requests: string;
}

/** Each holds as many requests as are written at once. */
const batchesAtOnce = 4;

/** Requests that were written together share their position. */
const batchesAfter = statement<Window, BatchRow>('requestBatchesAfterMark', (db, window, engine) =>
  db
    .selectFrom('request_batches')
    .select(['position', 'id', 'requests'])
    .where('tenant', '=', window.tenant)
    .where(isSettledAfter(engine, 'request_batches', window))
    .orderBy('position')
    .orderBy('id')
    .limit(batchesAtOnce),
);

const prefix = 'ApiRequest:';

/** The requests of platforms, as `GET /requests` lists them. */
export const requestSource: FeedSource = {
  letter: 'R',
  event: 'REQUEST',
  end: endOf('request_batches'),
  read: async (unit, window) => {
    const messages: FeedMessage[] = [];
    // A batch has the id of its newest request, so the batch of a mark follows the mark until its last request is sent.
    let from: Window = { tenant: window.tenant, position: window.after.position, id: `${prefix}${window.after.id}` };
    for (;;) {
      const batches = await unit.all(batchesAfter, from);
      for (const batch of batches) messages.push(...messagesOf(batch, window.after));
      const last = batches.at(-1);
      if (last === undefined || batches.length < batchesAtOnce || messages.length >= window.limit) break;
      from = { ...from, position: Number(last.position), id: last.id };
    }
    return messages.slice(0, window.limit);
  },
};

function messagesOf(batch: BatchRow, after: FeedWindow['after']): FeedMessage[] {
  const position = Number(batch.position);
  const sent = position === after.position ? `${prefix}${after.id}` : '';
  return readRequests(batch.requests)
    .filter(({ id }) => id > sent)
    .map((request) => ({
      mark: { position, id: request.id.slice(prefix.length) },
      data: JSON.stringify(viewRequest(request)),
    }));
}

import type { ApiRequest } from '@payments-platform/types';
import {
  type AfterMark,
  endOf,
  type FeedMessage,
  type FeedSource,
  type FeedWindow,
  isSettledAfter,
} from '../../engines/live-feed/feed-source.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { idsOf } from './kept-exchange.ts';
import { viewRequest } from './request-view.ts';
import { requestsWithIds } from './requests-repository.ts';

interface Window extends AfterMark {
  readonly tenant: number;
}

interface BatchRow {
  readonly position: number | bigint;
  readonly id: string;
  readonly exchanges: string;
}

/** Each has as many requests as are written at once. */
const batchesAtOnce = 4;

/** Requests that were written together have their place together, in the row of what was said in them. */
const batchesAfter = statement<Window, BatchRow>('requestBatchesAfterMark', (db, window, engine) =>
  db
    .selectFrom('request_exchanges')
    .select(['position', 'id', 'exchanges'])
    .where('tenant', '=', window.tenant)
    .where(isSettledAfter(engine, 'request_exchanges', window))
    .orderBy('position')
    .orderBy('id')
    .limit(batchesAtOnce),
);

const prefix = 'ApiRequest:';

/** The requests of platforms, as `GET /requests` lists them. */
export const requestSource: FeedSource = {
  letter: 'R',
  event: 'REQUEST',
  end: endOf('request_exchanges'),
  read: async (unit, window) => {
    const messages: FeedMessage[] = [];
    // A batch is named after its newest request, so the one that a mark stands in lies behind the mark until its last.
    let from: Window = { tenant: window.tenant, position: window.after.position, id: `${prefix}${window.after.id}` };
    for (;;) {
      const batches = await unit.all(batchesAfter, from);
      for (const batch of batches) messages.push(...(await messagesOf(unit, window, batch)));
      const last = batches.at(-1);
      if (last === undefined || batches.length < batchesAtOnce || messages.length >= window.limit) break;
      from = { ...from, position: Number(last.position), id: last.id };
    }
    return messages.slice(0, window.limit);
  },
};

async function messagesOf(unit: Unit, { tenant, after }: FeedWindow, batch: BatchRow): Promise<FeedMessage[]> {
  const position = Number(batch.position);
  const told = position === after.position ? `${prefix}${after.id}` : '';
  const ids = idsOf(batch.exchanges).filter((id) => id > told);
  const rows = await requestsWithIds(unit, tenant, ids);
  return rows.map((row) => ({
    mark: { position, id: row.id.slice(prefix.length) },
    data: JSON.stringify(viewRequest(row) satisfies ApiRequest),
  }));
}

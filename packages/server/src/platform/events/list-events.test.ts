import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { connect, emit, startWithPort } from '../../../test/emitted-events.ts';
import { planOf } from '../../../test/query-plans.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { refused } from '../../../test/webhook-port.ts';
import { rawQuery } from '../../ground/database/statement.ts';
import { type EventFilter, listEventRows } from './events-repository.ts';

interface Listed {
  readonly id: string;
  readonly type: string;
  readonly resourceId: string;
  readonly status: string;
}

async function listed(server: TestServer, query = ''): Promise<Listed[]> {
  const { status, body, text } = await server.request('GET', `/events?${query}`);
  if (status !== 200) throw new Error(text);
  return body.data;
}

const page = { limit: 20, order: 'desc', after: { createdAt: '2025-01-01T00:00:00.000Z', id: 'Webhook:1' } } as const;

/** Each filter with the index that finds it, on either engine. */
const lists: readonly (readonly [EventFilter, string])[] = [
  [{}, 'events_newest'],
  [{ createdAfter: '2025-01-01T00:00:00.000Z' }, 'events_newest'],
  [{ type: 'CARD.STATE_CHANGE' }, 'events_type'],
  [{ type: 'CARD.STATE_CHANGE', status: 'DELIVERED' }, 'events_type'],
  [{ resourceId: 'Card:1' }, 'events_resource'],
  [{ resourceId: 'Card:1', status: 'DEAD' }, 'events_resource'],
  [{ requestId: 'ApiRequest:1' }, 'events_request'],
  [{ status: 'DEAD' }, 'deliveries_status'],
  [{ status: 'PENDING', type: 'CARD.STATE_CHANGE' }, 'deliveries_status'],
  [{ status: 'DELIVERED', createdBefore: '2025-01-01T00:00:00.000Z' }, 'deliveries_status'],
];

eachEngine('listing events', (start) => {
  it('shows events newest first with their delivery status, also those never sent', async () => {
    const { server, port } = await startWithPort(start);
    await emit(server, 1, { resource: 'Card:1' });
    await server.app.settle();
    await server.advance(1_000);
    await connect(server, port);
    await server.advance(1_000);
    await emit(server, 1, { resource: 'Card:2' });
    await server.app.settle();
    await server.advance(1_000);
    port.reply = () => refused;
    await emit(server, 1, { resource: 'Card:3' });
    await server.app.settle();
    const [first, ...older] = await listed(server);
    expect(first).toEqual({
      id: expect.stringMatching(/^Webhook:/),
      type: 'CARD.STATE_CHANGE',
      resourceId: 'Card:3',
      sequence: 1,
      createdAt: '2025-01-01T00:00:03.000Z',
      status: 'WAITING',
      attemptCount: 1,
      nextAttemptAt: '2025-01-01T00:00:33.000Z',
    });
    expect(older.slice(0, 3).map(({ type, status }) => [type, status])).toEqual([
      ['CARD.STATE_CHANGE', 'DELIVERED'],
      ['TEST', 'DELIVERED'],
      ['CARD.STATE_CHANGE', 'SKIPPED'],
    ]);
  });

  it('shows events of the platform only', async () => {
    const { server } = await startWithPort(start);
    const other = await start();
    await emit(other, 1, { resource: 'Card:foreign' });
    expect(await listed(server, 'resourceId=Card:foreign')).toEqual([]);
    expect((await listed(server)).map(({ resourceId }) => resourceId)).not.toContain('Card:foreign');
    expect(await listed(other, 'resourceId=Card:foreign')).toHaveLength(1);
  });

  it('filters by type, resource, status and time, alone and combined', async () => {
    const { server, port } = await startWithPort(start);
    await server.advance(60_000);
    const since = 'createdAfter=2025-01-01T00:01:00Z';
    await emit(server, 2, { resource: 'Card:1' });
    await server.app.settle();
    await connect(server, port);
    await emit(server, 1, { resource: 'Card:1', type: 'CARD.FUNDING_SOURCE_CHANGE' });
    await server.app.settle();
    await server.advance(1_000);
    await emit(server, 1, { resource: 'Card:2' });
    const found = async (query: string): Promise<string[]> =>
      (await listed(server, `${since}&${query}`)).map(({ resourceId, status }) => `${resourceId} ${status}`);
    expect(await found('type=CARD.FUNDING_SOURCE_CHANGE')).toEqual(['Card:1 DELIVERED']);
    expect(await found('type=CARD.FUNDING_SOURCE_CHANGE&status=DELIVERED')).toEqual(['Card:1 DELIVERED']);
    expect(await found('type=CARD.STATE_CHANGE&status=DELIVERED')).toEqual([]);
    expect(await found('resourceId=Card:1')).toEqual(['Card:1 DELIVERED', 'Card:1 SKIPPED', 'Card:1 SKIPPED']);
    expect(await found('resourceId=Card:1&status=SKIPPED')).toEqual(['Card:1 SKIPPED', 'Card:1 SKIPPED']);
    expect(await found('status=PENDING')).toEqual(['Card:2 PENDING']);
    expect(await found('status=PENDING&type=CARD.FUNDING_SOURCE_CHANGE')).toEqual([]);
    expect(await found('status=SKIPPED&createdBefore=2025-01-01T00:01:00Z')).toHaveLength(2);
    expect(await found('createdBefore=2025-01-01T00:00:59.999Z')).toEqual([]);
    expect(await found('type=INVITATION.CLAIMED')).toEqual([]);
  });

  it.each(['', '&status=SKIPPED'])('lists every event once over pages with the filter "%s"', async (filter) => {
    const { server } = await startWithPort(start);
    await emit(server, 5, { resource: 'Card:1' });
    await server.app.settle();
    const whole = await listed(server, `limit=100${filter}`);
    const seen: Listed[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await server.request('GET', `/events?limit=2${filter}${cursor}`);
      seen.push(...body.data);
      if (!body.hasMore) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(seen).toEqual(whole);
    expect(whole.length).toBeGreaterThan(4);
  });

  it('uses an index for every filter, without a scan or a sort', async () => {
    const { bare } = await start();
    for (const [filter, index] of lists) {
      const plan = await bare.transaction((unit) =>
        planOf(unit, (listening) => listEventRows(listening, 1, page, filter)),
      );
      expect([filter, plan]).toEqual([filter, expect.stringContaining(`${index} `)]);
      expect([filter, plan]).not.toEqual([filter, expect.stringMatching(/TEMP B-TREE|SCAN|Sort|Seq Scan/)]);
    }
  });

  it('resumes by creation time and id together within the index', async () => {
    const { bare } = await start();
    for (const [filter] of lists.filter(([, index]) => index.startsWith('events'))) {
      const plan = await bare.transaction((unit) =>
        planOf(unit, (listening) => listEventRows(listening, 1, page, filter)),
      );
      expect([filter, plan]).toEqual([
        filter,
        expect.stringMatching(/created_at=\? AND rowid<\?|ROW\(created_at, id\) </),
      ]);
    }
  });

  it('continues from a cursor whose event has been deleted', async () => {
    const { server } = await startWithPort(start);
    await emit(server, 1, { resource: 'Card:1' });
    await server.advance(1_000);
    await emit(server, 1, { resource: 'Card:2' });
    const { body } = await server.request('GET', '/events?limit=1');
    const [{ id }] = body.data;
    await server.deps.database.transaction((unit) =>
      unit.select((db) => rawQuery(sql<never>`delete from events where id = ${id}`, db)),
    );
    const { body: next } = await server.request('GET', `/events?limit=1&cursor=${body.nextCursor}`);
    expect(next.data.map(({ resourceId }: Listed) => resourceId)).toEqual(['Card:1']);
  });

  it.each(['limit=0', 'cursor=nonsense', 'createdAfter=soon', 'status=LOST'])('refuses the query %s', async (query) => {
    const server = await start();
    const answer = await server.request('GET', `/events?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual([query.split('=')[0]]);
  });

  it('refuses an unknown event type', async () => {
    const server = await start();
    const answer = await server.request('GET', '/events?type=OUTGOING_PAYMENT.COMPLETE');
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual(['type']);
  });
});

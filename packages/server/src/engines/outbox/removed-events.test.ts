import { expect, it } from 'vitest';
import { expectStatus } from '../../../test/caller.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { connect, emit, startWithPort } from '../../../test/emitted-events.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { fund, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { accessOf, readStream } from '../../../test/read-stream.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { refused, taken } from '../../../test/webhook-port.ts';
import { dayMs, plusMs } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import { type BoundStatement, declaredStatements, type Row, type Statement } from '../../ground/database/statement.ts';
import { eventsLifeMs } from './kept-events.ts';
import { removeOldEvents } from './removed-events.ts';

const tables = ['events', 'deliveries', 'delivery_attempts'] as const;

/** The numbers of rows of a platform in the three tables. */
async function countsOf({ bare, tenant }: TestServer): Promise<number[]> {
  return bare.read((unit) =>
    Promise.all(
      tables.map(async (table) => {
        const rows = await unit.select((db) => db.selectFrom(table).select('tenant').where('tenant', '=', tenant));
        return rows.length;
      }),
    ),
  );
}

/** Moves real time on without doing any work, and then removes old events. */
async function sweepAfter(server: TestServer, passedMs: number, database: Database = server.deps.database) {
  server.clock.moveTo(plusMs(server.clock.now(), passedMs));
  return removeOldEvents({ ...server.deps, database });
}

const beyondLifeMs = eventsLifeMs + 1_000;

const looked = [
  'listTenantsOfOldEvents',
  'findOldDeliveries',
  'removeDeliveries',
  'removeEvents',
  'removeDeliveryAttempts',
];

/** By the keys: those of events, deliveries and attempts begin with tenant and event. */
const soughtBy = {
  sqlite: /(tenant=\? AND (event_)?id>\? AND (event_)?id<\?|SEARCH d USING PRIMARY KEY \(tenant=\?\))/,
  postgres: /Index Cond: \(\(?tenant = .*((event_)?id > .*(event_)?id <|p\.tenant)/,
};

function raw(text: string, values: BoundStatement['values']): Statement<object, Row> {
  return { name: text, bind: () => ({ text, values }) };
}

async function eventsOf(server: TestServer, resource: string) {
  return (await server.request('GET', `/events?resourceId=${resource}&limit=100`)).body.data;
}

async function entriesOf({ bare, tenant }: TestServer): Promise<number> {
  const rows = await bare.read((unit) =>
    unit.select((db) => db.selectFrom('ledger_postings').select('line').where('tenant', '=', tenant)),
  );
  return rows.length;
}

eachEngine('events past their retention', (start) => {
  it('are removed with their deliveries and attempts, while the ledger stays intact', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    const { customerId, accounts } = await makeSender(server);
    const [from, to] = [accounts['USD'] ?? '', await makeUsdAccount(server, customerId)];
    const paid = quoteBody({ from, to, extra: { immediatelyExecute: true } });
    const { body } = await server.request('POST', '/quotes', paid);
    await server.advance(dayMs);
    const entries = await entriesOf(server);
    const [events = 0] = await countsOf(server);
    expect(events).toBeGreaterThan(5);
    await expectHealthy(server);
    expect(await sweepAfter(server, eventsLifeMs - 2 * dayMs)).toBe(0);
    expect((await countsOf(server))[0]).toBe(events);
    await sweepAfter(server, 2 * dayMs);
    expect(await countsOf(server)).toEqual([0, 0, 0]);
    expect(await entriesOf(server)).toBe(entries);
    expect((await server.request('GET', `/transactions/${body.transactionId}`)).body.status).toBe('COMPLETED');
    await expectHealthy(server);
  });

  it('do not reset the sequence numbers of their resources', async () => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const account = accounts['USD'] ?? '';
    await fund(server, account, 100);
    await server.app.settle();
    const before = (await eventsOf(server, account)).map(({ sequence }: { readonly sequence: number }) => sequence);
    await sweepAfter(server, beyondLifeMs);
    expect(await eventsOf(server, account)).toEqual([]);
    await fund(server, account, 100);
    await fund(server, account, 100);
    const after = (await eventsOf(server, account)).map(({ sequence }: { readonly sequence: number }) => sequence);
    expect(after).toEqual([before[0] + 2, before[0] + 1]);
    await expectHealthy(server);
  });

  it('stay with their attempts while still to be sent, and are removed afterwards', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    port.reply = () => refused;
    await emit(server, 1, { resource: 'Card:waiting' });
    await server.app.settle();
    port.reply = () => taken;
    await emit(server, 3, { resource: 'Card:delivered' });
    await server.app.settle();
    await emit(server, 2, { resource: 'Card:pending' });
    await sweepAfter(server, beyondLifeMs);
    expect(await countsOf(server)).toEqual([3, 3, 1]);
    const [waiting] = await eventsOf(server, 'Card:waiting');
    expect(waiting).toMatchObject({ status: 'WAITING', attemptCount: 1 });
    expect((await server.request('GET', `/events/${waiting.id}`)).body.attempts).toHaveLength(1);
    port.sent.length = 0;
    await server.app.settle();
    expect(port.sent.map(({ data }) => data?.id).sort()).toEqual(['Card:pending', 'Card:pending', 'Card:waiting']);
    await sweepAfter(server, 0);
    expect(await countsOf(server)).toEqual([0, 0, 0]);
  });

  it('are removed only when old enough by the platform clock and in real time', async () => {
    const [moved, standing] = [await start(), await start()];
    await emit(moved, 3);
    expectStatus(await moved.request('POST', '/sandbox/clock/advance', { seconds: 300 * 86_400 }), 200);
    const { accounts } = await makeSender(moved);
    await moved.app.settle();
    const later = await eventsOf(moved, accounts['USD'] ?? '');
    expect(later).not.toEqual([]);
    expectStatus(await standing.request('PATCH', '/sandbox/clock', { isFrozen: true }), 200);
    await emit(standing, 3);
    await standing.app.settle();
    const [kept, asShown] = [await countsOf(moved), await countsOf(standing)];
    await sweepAfter(moved, eventsLifeMs - dayMs);
    expect(await countsOf(moved)).toEqual(kept);
    standing.clock.moveTo(moved.clock.now());
    await sweepAfter(standing, 2 * dayMs);
    expect(await countsOf(standing)).toEqual(asShown);
    expect((await countsOf(moved))[0]).toBeLessThan(kept[0] ?? 0);
    expect(await eventsOf(moved, accounts['USD'] ?? '')).toEqual(later);
  });

  it('return 404, and are left out of lists, ranges and streams', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    const stream = await readStream(accessOf(server), '?types=EVENTS');
    const from = server.clock.now();
    await emit(server, 2, { resource: 'Card:old' });
    await server.app.settle();
    const [first] = await stream.until(2);
    stream.close();
    const [{ id }] = await eventsOf(server, 'Card:old');
    server.clock.moveTo(plusMs(server.clock.now(), dayMs));
    await emit(server, 2, { resource: 'Card:new' });
    await server.app.settle();
    await sweepAfter(server, beyondLifeMs - dayMs);
    expect(await eventsOf(server, 'Card:old')).toEqual([]);
    for (const [method, path] of [
      ['GET', `/events/${id}`],
      ['POST', `/events/${id}/resend`],
    ] as const)
      expect(await server.request(method, path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    const range = { from, to: server.clock.now() };
    expect((await server.request('POST', '/events/resend', range)).body).toMatchObject({ hasMore: false });
    const again = await readStream(accessOf(server), '?types=EVENTS', first?.id);
    const told = await again.until(2);
    expect(told.map(({ data }) => data['resourceId'])).toEqual(['Card:new', 'Card:new']);
    again.close();
  });

  it('are removed for every platform in one sweep', async () => {
    const [one, other, standing] = [await startWithPort(start), await startWithPort(start), await startWithPort(start)];
    const all = [one, other, standing];
    for (const { server, port } of all) await connect(server, port);
    // Its events are of the same moments, but by its own clock they are not old.
    expectStatus(await standing.server.request('PATCH', '/sandbox/clock', { isFrozen: true }), 200);
    for (let round = 0; round < 3; round += 1) for (const { server } of all) await emit(server, 2);
    for (const { server } of all) await server.app.settle();
    const kept = await countsOf(standing.server);
    expect(kept[2]).toBeGreaterThan(5);
    await sweepAfter(other.server, beyondLifeMs);
    expect(await Promise.all(all.map(({ server }) => countsOf(server)))).toEqual([[0, 0, 0], [0, 0, 0], kept]);
  });

  it('are removed in batches of at most 250 deliveries, even by two processes at once', async () => {
    const server = await start();
    await emit(server, 400);
    await emit(server, 400);
    await server.app.settle();
    const [all = 0] = await countsOf(server);
    const removed: number[] = [];
    const watched: Database = Object.assign(Object.create(server.deps.database), {
      transaction: async (work: Parameters<Database['transaction']>[0]) => {
        const value = await server.deps.database.transaction(work);
        if (typeof value === 'object' && value !== null && 'removed' in value) removed.push(Number(value.removed));
        return value;
      },
    });
    server.clock.moveTo(plusMs(server.clock.now(), beyondLifeMs));
    const both = await Promise.all([sweepAfter(server, 0, watched), sweepAfter(server, 0, watched)]);
    expect(await countsOf(server)).toEqual([0, 0, 0]);
    expect(both[0] + both[1]).toBeGreaterThanOrEqual(all);
    // Each event also has a delivery, and no attempt.
    expect(Math.max(...removed)).toBe(250);
  });

  it('are found through an index, without a scan', async () => {
    const { bare } = await start();
    for (const name of looked) {
      const found = declaredStatements().find((one) => one.name === name);
      if (found === undefined) throw new Error(`there is no statement ${name}`);
      const { text, values } = found.bind(bare.engine, { tenant: 1, after: 'a', before: 'b', last: 'b' });
      const explain = bare.engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
      const rows = await bare.transaction(async (unit) => {
        for (const way of bare.engine === 'sqlite' ? [] : ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
          await unit.run(raw(`SET LOCAL enable_${way} = off`, []), {});
        return unit.all(raw(`${explain} ${text}`, values), {});
      });
      const steps = rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n');
      expect([name, steps]).toEqual([name, expect.stringMatching(soughtBy[bare.engine])]);
      expect([name, steps]).not.toEqual([name, expect.stringMatching(/SCAN (d|deliver|event)|Seq Scan on (d|event)/)]);
    }
  });
});

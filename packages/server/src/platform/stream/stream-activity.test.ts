import { setTimeout as delay } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import { expect, it } from 'vitest';
import { eachEngine, oneEngine, type Start } from '../../../test/each-engine.ts';
import { emit } from '../../../test/emitted-events.ts';
import { accessOf, type ReadStream, readStream, type StreamedMessage } from '../../../test/read-stream.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { appendEvents } from '../../engines/outbox/append-event.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { streamLimits } from '../../http/open-streams.ts';

const idsOf = (messages: readonly StreamedMessage[]): unknown[] => messages.map(({ data }) => data['id']);

/** The ids of the events of `emit`, in the order of the list. */
async function emitted(server: TestServer): Promise<string[]> {
  const { body } = await server.request('GET', '/events?type=CARD.STATE_CHANGE&limit=100');
  return body.data.map(({ id }: { readonly id: string }) => id).reverse();
}

/** The messages of the stream up to an event that is emitted now. */
async function toldByNow(server: TestServer, stream: ReadStream): Promise<readonly StreamedMessage[]> {
  const resource = server.deps.ids.next('Card');
  await emit(server, 1, { resource });
  while (stream.messages.at(-1)?.data['resourceId'] !== resource) await stream.until(stream.messages.length + 1);
  return stream.messages.slice(0, -1);
}

/** A unit of one event that stays open until the test commits it. */
async function holdOpen(server: TestServer): Promise<{ commit(): Promise<void> }> {
  const { deps, tenant } = server;
  const [begun, may] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = deps.database.transaction(async (unit) => {
    const event = { type: 'CARD.STATE_CHANGE', resourceId: deps.ids.next('Card'), sequence: 1, data: {} } as const;
    appendEvents({ unit, tenant, ids: deps.ids, now: deps.clock.now() }, [event]);
    await unit.select((db) => db.selectFrom('events').select('id').limit(1));
    begun.resolve();
    await may.promise;
  });
  await begun.promise;
  return {
    commit: () => {
      may.resolve();
      return done;
    },
  };
}

/**
 * Starts a server whose first events every new stream takes for old ones. On PostgreSQL a long transaction of any
 * database of the cluster, such as one of a test beside this one, delays that.
 */
async function startQuiet(start: Start): Promise<TestServer> {
  const server = await start();
  await server.app.settle();
  const { bare, tenant } = server;
  if (bare.engine === 'sqlite') return server;
  const horizon = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
  const unsettled = (unit: Unit) =>
    unit.select((db) =>
      db
        .selectFrom('events')
        .select('id')
        .where('tenant', '=', tenant)
        .where(sql<SqlBool>`position >= ${horizon}`)
        .limit(1),
    );
  while ((await bare.read(unsettled)).length > 0) await delay(10);
  return server;
}

eachEngine('the live stream of a platform', (start, engine) => {
  it('sends each event after its commit, as the list of events shows it, with its payload', async () => {
    const server = await startQuiet(start);
    const stream = await readStream(accessOf(server));
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const early = await holdOpen(server);
    // Longer than the server waits between two polls.
    await delay(600);
    expect(stream.messages).toEqual([]);
    await early.commit();
    await emit(server, 2, { resource: 'Card:1' });
    const [uncommitted, ...told] = await stream.until(3);
    expect(uncommitted?.data['id']).toBe((await emitted(server))[0]);
    const { body } = await server.request('GET', '/events?resourceId=Card:1');
    expect(told.map(({ event }) => event)).toEqual(['EVENT', 'EVENT']);
    expect(told.map(({ data: { payload, ...event } }) => event)).toEqual([...body.data].reverse());
    const first = await server.request('GET', `/events/${told[0]?.data['id']}`);
    expect(told[0]?.data['payload']).toBe(first.body.payload);
    stream.close();
  });

  it('resumes after any message without a gap or a repeat', async () => {
    const server = await startQuiet(start);
    const stream = await readStream(accessOf(server));
    const begin = stream.lastId();
    for (let round = 0; round < 5; round += 1) await emit(server, 3);
    const all = await stream.until(15);
    expect(idsOf(all)).toEqual(await emitted(server));
    stream.close();
    // After each event of one transaction, and after the last of all.
    for (const place of [0, 4, 5, 6, 15]) {
      const again = await readStream(accessOf(server), '', [begin, ...all.map(({ id }) => id)][place]);
      const told = await toldByNow(server, again);
      expect(idsOf(told).slice(0, 15 - place)).toEqual(idsOf(all).slice(place));
      expect(new Set(idsOf(told)).size).toBe(told.length);
      again.close();
    }
  });

  it('sends 450 past events to one reader while another receives new ones', async () => {
    const server = await startQuiet(start);
    const now = await readStream(accessOf(server));
    const begin = now.lastId();
    for (let round = 0; round < 9; round += 1) await emit(server, 50);
    const behind = await readStream(accessOf(server), `?after=${encodeURIComponent(begin)}`);
    await emit(server, 20);
    const [ofNow, ofBehind] = await Promise.all([now.until(470), behind.until(470)]);
    expect(idsOf(ofBehind)).toEqual(idsOf(ofNow));
    expect(new Set(idsOf(ofNow)).size).toBe(470);
    now.close();
    behind.close();
  });

  it('sends no event of another platform', async () => {
    const [server, other] = [await startQuiet(start), await startQuiet(start)];
    const before = await readStream(accessOf(other));
    await emit(server, 3);
    expect(await toldByNow(other, before)).toEqual([]);
    const again = await readStream(accessOf(other), '', before.lastId());
    await emit(server, 1);
    expect(await toldByNow(other, again)).toEqual([]);
    before.close();
    again.close();
  });

  it('sends the events of 20 parallel transactions, and repeats them in the same order', async () => {
    const server = await startQuiet(start);
    const stream = await readStream(accessOf(server));
    const begin = stream.lastId();
    await Promise.all(Array.from({ length: 20 }, () => emit(server, 2)));
    const told = await stream.until(40);
    expect(new Set(idsOf(told))).toEqual(new Set(await emitted(server)));
    const again = await readStream(accessOf(server), '', begin);
    expect(idsOf(await again.until(40))).toEqual(idsOf(told));
    stream.close();
    again.close();
  });

  it('sends events and requests that another server commits on the same database', async () => {
    const server = await start();
    // With its own options it is a separate server on the same database.
    const { baseUrl, app } = await start({ streamLimits });
    expect(baseUrl).not.toBe(server.baseUrl);
    const stream = await readStream({ ...accessOf(server), baseUrl });
    await emit(server, 3);
    await server.request('GET', '/config');
    await server.app.settle();
    const told = await stream.until(4);
    const requests = await server.request('GET', '/requests?limit=1');
    const ids = [...(await emitted(server)), requests.body.data[0].id];
    expect(new Set(idsOf(told))).toEqual(new Set(ids));
    expect([app.deps.feed.followers, server.app.deps.feed.followers]).toEqual([1, 0]);
    stream.close();
  });

  // SQLite has one writer, so nothing is committed there while another unit is open.
  it.runIf(engine === 'postgres')('sends the events of a transaction that begins early and commits late', async () => {
    const server = await start();
    // The events of the platform's creation come first, if a transaction of another database was older than the stream.
    const earlier = await readStream(accessOf(server));
    await toldByNow(server, earlier);
    const begin = earlier.lastId();
    earlier.close();
    const stream = await readStream(accessOf(server), '', begin);
    const early = await holdOpen(server);
    await emit(server, 1);
    const beside = await readStream(accessOf(server), '', begin);
    // A request in between: any other message would have been sent by now.
    await server.request('GET', '/config');
    await early.commit();
    const told = idsOf(await toldByNow(server, stream));
    expect(new Set(told)).toEqual(new Set((await emitted(server)).filter((id) => told.includes(id))));
    expect(told).toHaveLength(2);
    expect(idsOf(await beside.until(2)).slice(0, 2)).toEqual(told);
    const again = await readStream(accessOf(server), '', begin);
    expect(idsOf(await again.until(2)).slice(0, 2)).toEqual(told);
    for (const one of [stream, beside, again]) one.close();
  });
});

oneEngine('reading the live stream of a platform', (start) => {
  it('filters events by type', async () => {
    const server = await start();
    const stream = await readStream(accessOf(server), '?types=EVENTS&type=CARD.FUNDING_SOURCE_CHANGE');
    await emit(server, 2);
    await emit(server, 1, { type: 'CARD.FUNDING_SOURCE_CHANGE' });
    expect((await stream.until(1)).map(({ data }) => data['type'])).toEqual(['CARD.FUNDING_SOURCE_CHANGE']);
    stream.close();
  });

  it('sends events to a reader that connects after all others have left', async () => {
    const server = await start();
    (await readStream(accessOf(server))).close();
    // Longer than the server waits between two polls.
    await delay(600);
    const stream = await readStream(accessOf(server));
    await emit(server, 1);
    expect(await stream.until(1)).toHaveLength(1);
    stream.close();
  });

  it('prefers Last-Event-ID to the query parameter after', async () => {
    const server = await start();
    const stream = await readStream(accessOf(server));
    const begin = stream.lastId();
    await emit(server, 2);
    const [first] = await stream.until(2);
    stream.close();
    const again = await readStream(accessOf(server), `?after=${begin}`, first?.id);
    expect(await toldByNow(server, again)).toHaveLength(1);
    again.close();
  });

  it('refuses an invalid position, one ahead of the data, and an unknown message type', async () => {
    const server = await start();
    const ask = async (query: string, headers = {}) => {
      const { status, body } = await server.request('GET', `/stream${query}`, undefined, headers);
      return [status, body.code, body.details?.errors?.[0]?.field];
    };
    expect(await ask('?after=nowhere')).toEqual([400, 'INVALID_INPUT', 'after']);
    expect(await ask('', { 'last-event-id': 'E1.x~E2.x' })).toEqual([400, 'INVALID_INPUT', 'Last-Event-ID']);
    const ahead = server.deps.feed.positions.write({ E: { position: Number.MAX_SAFE_INTEGER, id: '' } });
    expect(await ask(`?after=${ahead}`)).toEqual([400, 'INVALID_INPUT', 'after']);
    expect(await ask('?types=EVENTS,NOTHING')).toEqual([400, 'INVALID_INPUT', 'types.1']);
  });

  it('refuses an unknown event type', async () => {
    const server = await start();
    const { status, body } = await server.request('GET', '/stream?type=OUTGOING_PAYMENT.COMPLETE');
    expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'type']);
  });

  it('requires the permission VIEW', async () => {
    const manager = await (await start()).withToken(['MANAGE']);
    expect((await manager.request('GET', '/stream')).body.code).toBe('FORBIDDEN');
  });

  it('returns headers only for HEAD', async () => {
    const server = await start();
    const { status, text, headers } = await server.request('HEAD', '/stream');
    expect([status, text, headers['content-type']]).toEqual([200, '', 'text/event-stream; charset=utf-8']);
  });

  it('ends when its token is deleted, and not with another token', async () => {
    const server = await start();
    const [viewer, other] = [await server.withToken(['VIEW']), await server.withToken(['VIEW'])];
    const [stream, kept] = [await readStream(accessOf(viewer)), await readStream(accessOf(other))];
    const { body } = await server.request('GET', '/tokens');
    const { id } = body.data.find(
      (token: { readonly clientId: string }) => token.clientId === viewer.credentials.tokenId,
    );
    await server.request('DELETE', `/tokens/${id}`);
    await stream.ended;
    await emit(server, 1);
    expect(await kept.until(1)).toHaveLength(1);
    kept.close();
  });

  it('ends when the server is stopped', async () => {
    const server = await start();
    const streams = [await readStream(accessOf(server)), await readStream(accessOf(server))];
    await server.app.stop();
    await Promise.all(streams.map(({ ended }) => ended));
    await expect(readStream(accessOf(server))).rejects.toThrow('ECONNREFUSED');
  });

  it('returns RATE_LIMITED above the stream limit of a token or a platform', async () => {
    const server = await start({ streamLimits: { ofToken: 1, ofPlatform: 2, unreadBytes: 1024 } });
    const [one, two, three] = [await server.withToken(['VIEW']), await server.withToken(['VIEW']), server];
    const streams = [await readStream(accessOf(one)), await readStream(accessOf(two))];
    const refusals = [await one.request('GET', '/stream'), await three.request('GET', '/stream')];
    expect(refusals.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
      [429, '5'],
      [429, '5'],
    ]);
    expect(refusals.map(({ body }) => [body.code, body.reason.split(' has ')[0]])).toEqual([
      ['RATE_LIMITED', 'This token'],
      ['RATE_LIMITED', 'This platform'],
    ]);
    streams[0]?.close();
    await streams[0]?.ended;
    let again = await readStream(accessOf(three));
    while (again.status === 429) again = await readStream(accessOf(three));
    expect(again.status).toBe(200);
    for (const stream of [...streams, again]) stream.close();
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { emit } from '../../../test/emitted-events.ts';
import { accessOf, type ReadStream, readStream, type StreamedMessage } from '../../../test/read-stream.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { LiveFeed } from '../../engines/live-feed/live-feed.ts';
import { readRequests } from '../requests/request-batch.ts';
import { requestSource } from '../requests/request-source.ts';
import { eventSource } from './event-source.ts';

const idsOf = (messages: readonly StreamedMessage[]): unknown[] => messages.map(({ data }) => data['id']);

/** The log is written at once instead of a moment later. */
const written = (server: TestServer): Promise<void> => server.app.settle();

async function ask(server: TestServer, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => server.request('GET', '/config')));
  await written(server);
}

const those = (prefix: string, ids: readonly unknown[]): unknown[] => ids.filter((id) => String(id).startsWith(prefix));

/** The messages of the stream once it has sent this many. */
async function toldAll(stream: ReadStream, ids: readonly unknown[]): Promise<readonly StreamedMessage[]> {
  while (ids.some((id) => !idsOf(stream.messages).includes(id))) await stream.until(stream.messages.length + 1);
  return stream.messages;
}

/** The ids of all stored requests, the oldest first. */
async function kept(server: TestServer): Promise<string[]> {
  const rows = await server.bare.read((unit) =>
    unit.select((db) =>
      db.selectFrom('request_batches').select('requests').where('tenant', '=', server.tenant).orderBy('id'),
    ),
  );
  return rows.flatMap(({ requests }) => readRequests(requests).map(({ id }) => id)).sort();
}

eachEngine('the live stream of requests', (start) => {
  it('sends each request as the list of requests shows it', async () => {
    const server = await start();
    await written(server);
    const stream = await readStream(accessOf(server), '?types=REQUESTS');
    await server.request('GET', '/config');
    await server.request('GET', '/customers/Customer:none');
    await server.request('GET', '/requests');
    await written(server);
    const told = await stream.until(2);
    const { body } = await server.request('GET', '/requests?limit=2');
    expect(told.map(({ event }) => event)).toEqual(['REQUEST', 'REQUEST']);
    expect(told.map(({ data }) => data)).toEqual([...body.data].reverse());
    expect(told.map(({ data }) => data['operationId'])).toEqual(['getPlatformConfig', 'getCustomerById']);
    stream.close();
  });

  it('resumes after any event or request without a gap or a repeat', async () => {
    const server = await start();
    await written(server);
    const stream = await readStream(accessOf(server));
    const begin = stream.lastId();
    const before = await kept(server);
    for (let round = 0; round < 3; round += 1) {
      await emit(server, 2);
      await ask(server, 3);
    }
    const asked = (await kept(server)).filter((id) => !before.includes(id));
    const { body } = await server.request('GET', '/events?type=CARD.STATE_CHANGE');
    expect([asked.length, body.data.length]).toEqual([9, 6]);
    const all = [...(await toldAll(stream, [...asked, ...body.data.map(({ id }: { readonly id: string }) => id)]))];
    stream.close();
    for (let place = 0; place < all.length; place += 1) {
      const rest = idsOf(all.slice(place));
      const again = await readStream(accessOf(server), '', [begin, ...all.map(({ id }) => id)][place]);
      const told = idsOf(await toldAll(again, rest));
      again.close();
      expect(new Set(told).size).toBe(told.length);
      expect(told.filter((id) => idsOf(all.slice(0, place)).includes(id))).toEqual([]);
      for (const kind of ['ApiRequest:', 'Webhook:']) expect(those(kind, told)).toEqual(those(kind, rest));
    }
  });

  it('sends no request of another platform', async () => {
    const [server, other] = [await start(), await start()];
    await Promise.all([written(server), written(other)]);
    const before = await readStream(accessOf(other), '?types=REQUESTS');
    const begin = before.lastId();
    await ask(server, 3);
    await ask(other, 1);
    const again = await readStream(accessOf(other), '?types=REQUESTS', begin);
    const own = await kept(other);
    for (const stream of [before, again]) {
      const told = idsOf(await toldAll(stream, own.slice(-1)));
      expect(told.filter((id) => !own.includes(String(id)))).toEqual([]);
      stream.close();
    }
  });
});

oneEngine('reading the live stream of requests', (start) => {
  it('sends all of 450 requests to a reader that resumes before them', async () => {
    const server = await start();
    await written(server);
    const stream = await readStream(accessOf(server), '?types=REQUESTS');
    const begin = stream.lastId();
    stream.close();
    for (let round = 0; round < 3; round += 1) await ask(server, 150);
    const again = await readStream(accessOf(server), '?types=REQUESTS', begin);
    const told = idsOf(await again.until(450));
    expect(new Set(told).size).toBe(told.length);
    expect([...told].sort()).toEqual((await kept(server)).slice(-450));
    again.close();
  });

  it('sends events, requests or both by types, and both by default', async () => {
    const server = await start();
    await written(server);
    const queries = ['?types=EVENTS', '?types=REQUESTS', '?types=EVENTS,REQUESTS', ''];
    const streams = await Promise.all(queries.map((query) => readStream(accessOf(server), query)));
    await emit(server, 1);
    await ask(server, 1);
    await streams[3]?.until(2);
    const kinds = await Promise.all(
      streams.map(async (stream, at) => (await stream.until(at < 2 ? 1 : 2)).map(({ event }) => event).sort()),
    );
    expect(kinds).toEqual([['EVENT'], ['REQUEST'], ['EVENT', 'REQUEST'], ['EVENT', 'REQUEST']]);
    for (const stream of streams) stream.close();
  });

  it('reads the database fewer than 40 times with two readers and no new message', async () => {
    const { deps, ...server } = await start();
    let readings = 0;
    const counted = [eventSource, requestSource].map((source): typeof eventSource => ({
      ...source,
      read: (unit, window) => {
        readings += 1;
        return source.read(unit, window);
      },
    }));
    const feed = new LiveFeed({
      database: deps.database,
      sealer: deps.sealer,
      sources: counted,
      onBug: () => undefined,
    });
    const letters = new Set(['E', 'R']);
    const begin = (await feed.positionFrom({}, letters)) ?? {};
    const heard = Promise.withResolvers<void>();
    const outlet = { encoding: 'identity', drained: async () => undefined, end: () => undefined } as const;
    const choice = { tenant: server.tenant, letters, type: undefined };
    const first = feed.follow({ ...choice, after: begin }, { ...outlet, write: () => heard.resolve() });
    await emit({ deps, ...server }, 1);
    feed.wake();
    await heard.promise;
    const after = (await feed.positionFrom({}, letters)) ?? {};
    const second = feed.follow({ ...choice, after }, { ...outlet, write: () => undefined });
    await delay(300);
    expect(readings).toBeLessThan(40);
    feed.leave(first);
    feed.leave(second);
    await feed.stop();
  });
});

import { Buffer } from 'node:buffer';
import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { accessOf, readStream } from '../../../test/read-stream.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import { dueEarlierRequests } from './earlier-requests.ts';
import { keyDigestsOf } from './request-log.ts';

const earlierTables = ['requests', 'request_exchanges', 'request_resources'] as const;

const quoteId = 'Quote:0198c0de-7a16-7d41-9e4f-60718293a4b5';

interface Planted {
  readonly ids: readonly string[];
  /** The batch in the order of commits. */
  readonly position: number;
}

/** Writes two requests as earlier releases did: packed, or as the first release. */
async function plant(server: TestServer, position: number, isPacked: boolean, key: string): Promise<Planted> {
  const { database, ids: made, sealer } = server.deps;
  const ids = [made.next('ApiRequest'), made.next('ApiRequest')];
  const [first = '', last = ''] = ids;
  const said = [`${first}\n\n"${key}"\n\n{"a":1}\n{"b":2}`, `${last}\n1\n\n{"limit":1}\n\n`].join('\n');
  const exchanges = isPacked ? `${ids.join(' ')}\n${Buffer.from(deflateRawSync(said)).toString('base64')}` : said;
  const [, longDigest = ''] = keyDigestsOf(sealer, server.tenant, key);
  const row = {
    tenant: server.tenant,
    created_at: server.clock.now(),
    method: 'POST',
    operation_id: 'createQuote',
    path: '/quotes',
    status: 201,
    code: null,
    duration_ms: 4,
    token_id: 'Token:1',
    agent_id: null,
    idempotency_key_digest: longDigest,
    is_replay: 0,
    trace_id: '0'.repeat(32),
    resource_ids: writeJson<readonly string[]>([quoteId]),
    exchanges_id: last,
  } as const;
  await database.transaction(async (unit) => {
    unit.insert('requests', [
      { ...row, id: first },
      { ...row, id: last, status: 404, code: 'QUOTE_NOT_FOUND', idempotency_key_digest: null },
    ]);
    unit.insert('request_exchanges', [{ tenant: server.tenant, id: last, position, exchanges }]);
    unit.insert(
      'request_resources',
      ids.map((request_id) => ({ tenant: server.tenant, resource_id: quoteId, request_id })),
    );
  });
  return { ids, position };
}

const fail = (bug: unknown): never => expect.fail(String(bug));

async function bringAllOver(server: TestServer): Promise<void> {
  while ((await dueEarlierRequests.work(server.deps, fail)) > 0);
}

/** The log continues after this position, as if it had written up to it since. */
async function goBeyond({ deps, tenant }: TestServer, position: number): Promise<void> {
  const id = deps.ids.next('ApiRequest');
  const written = { tenant, id, position, first_id: id, request_count: 0, requests: '', exchanges: '' };
  await deps.database.transaction(async (unit) => unit.insert('request_batches', [written]));
  await deps.database.transaction((unit) => unit.select((db) => db.deleteFrom('request_batches').where('id', '=', id)));
}

const leftIn = (server: TestServer, table: (typeof earlierTables)[number]) =>
  server.bare.read((unit) =>
    unit.select((db) => db.selectFrom(table).select('tenant').where('tenant', '=', server.tenant)),
  );

eachEngine('requests stored by an earlier release', (start) => {
  it('are listed, filtered and returned whole after migration, and not sent by a stream again', async () => {
    const server = await start();
    const planted: Planted[] = [];
    for (let at = 0; at < 6; at += 1) {
      await server.step(60_000);
      planted.push(await plant(server, 1 + at, at % 2 === 0, `key ${at}`));
    }
    await goBeyond(server, 1_000_000);
    const stream = await readStream(accessOf(server), '?types=REQUESTS');
    await bringAllOver(server);
    for (const table of earlierTables) expect([table, await leftIn(server, table)]).toEqual([table, []]);
    const found = async (query: string): Promise<string[]> =>
      (await server.request('GET', `/requests?limit=100${query}`)).body.data.map(
        ({ id }: { readonly id: string }) => id,
      );
    const newest = planted.flatMap(({ ids }) => ids).reverse();
    expect(await found('')).toEqual(newest);
    expect(await found(`&resourceId=${quoteId}`)).toEqual(newest);
    expect(await found('&status=404')).toEqual(newest.filter((_, at) => at % 2 === 0));
    expect(await found('&idempotencyKey=key%203')).toEqual(planted[3]?.ids.slice(0, 1));
    for (const { ids } of planted) {
      const [first, last] = await Promise.all(ids.map((id) => server.request('GET', `/requests/${id}`)));
      expect(first?.body).toMatchObject({ status: 201, requestBody: '{"a":1}', responseBody: '{"b":2}', isCut: false });
      expect(first?.body.idempotencyKey).toMatch(/^key \d$/);
      expect(last?.body).toMatchObject({
        code: 'QUOTE_NOT_FOUND',
        query: '{"limit":1}',
        responseBody: null,
        isCut: true,
      });
    }
    const places = await server.bare.read((unit) =>
      unit.select((db) =>
        db.selectFrom('request_batches').select('position').where('tenant', '=', server.tenant).orderBy('id'),
      ),
    );
    expect(places.map(({ position }) => Number(position))).toEqual(planted.map(({ position }) => position));
    const next = await server.request('GET', '/config');
    await server.app.settle();
    expect((await stream.until(1)).map(({ data }) => data['id'])).toEqual([next.headers['x-request-id']]);
    stream.close();
  });

  it('are migrated past an unreadable one, which is reported and left in place', async () => {
    const server = await start();
    await plant(server, 3_000_000, true, 'key');
    const damaged = { tenant: server.tenant, id: server.deps.ids.next('ApiRequest'), position: 3_000_001 };
    await server.deps.database.transaction(async (unit) => {
      unit.insert('request_exchanges', [{ ...damaged, exchanges: `${damaged.id}\nAAAA` }]);
    });
    await plant(server, 3_000_002, true, 'key');
    const bugs: unknown[] = [];
    while ((await dueEarlierRequests.work(server.deps, (bug) => bugs.push(bug))) > 0);
    expect(bugs).toHaveLength(1);
    expect((await server.request('GET', '/requests?limit=100')).body.data).toHaveLength(4);
    expect(await leftIn(server, 'request_exchanges')).toHaveLength(1);
    await server.bare.transaction((unit) =>
      unit.select((db) => db.deleteFrom('request_exchanges').where('tenant', '=', server.tenant)),
    );
  });

  it('are migrated once each by three parallel workers', async () => {
    const server = await start();
    for (let at = 0; at < 5; at += 1) await plant(server, 2_000_000 + at, true, 'key');
    const { database } = server.deps;
    const others = Array.from({ length: 3 }, () => ({ ...server.deps, database: { ...database } }));
    await Promise.all(others.map((deps) => dueEarlierRequests.work(deps, fail)));
    await bringAllOver(server);
    expect((await server.request('GET', '/requests?limit=100')).body.data).toHaveLength(10);
  });
});

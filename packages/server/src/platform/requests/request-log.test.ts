import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { faultyDatabase } from '../../../test/faulty-database.ts';
import { finishedRequest, nothingSaid } from '../../../test/finished-request.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { dayMs, minuteMs } from '../../ground/clock/instant.ts';
import { type Database, DatabaseUnavailable } from '../../ground/database/database.ts';
import { dueRequestSweep } from './removed-requests.ts';
import { readRequests } from './request-batch.ts';
import { RequestLog } from './request-log.ts';

function logOf(server: TestServer, { database = server.deps.database, mostOfSandbox = 10_000 } = {}) {
  const said: string[] = [];
  const bugs: unknown[] = [];
  const { sealer } = server.deps;
  const log = new RequestLog({
    database,
    sealer,
    mostOfSandbox,
    tell: (line) => said.push(line),
    onBug: (bug) => bugs.push(bug),
  });
  return { log, said, bugs };
}

/** Returns the ids of the requests. */
function take(log: RequestLog, server: TestServer, count: number): string[] {
  // All are of the same size.
  return Array.from({ length: count }, (_, at) => {
    const finished = finishedRequest(server);
    log.listener(finished, { ...nothingSaid, idempotencyKey: String(1_000 + at) });
    return finished.id;
  });
}

async function idsIn(server: TestServer): Promise<string[]> {
  const rows = await server.bare.read((unit) =>
    unit.select((db) => db.selectFrom('request_batches').select('requests').where('tenant', '=', server.tenant)),
  );
  return rows.flatMap(({ requests }) => readRequests(requests).map(({ id }) => id)).sort();
}

const countIn = async (server: TestServer): Promise<number> => (await idsIn(server)).length;

/** The same database, unavailable until the test restores it. */
function awayFor(database: Database): { readonly database: Database; back: () => void } {
  let isAway = true;
  return {
    database: {
      ...database,
      engine: database.engine,
      transaction: (work) =>
        isAway ? Promise.reject(new DatabaseUnavailable('AWAY', 'x')) : database.transaction(work),
    },
    back: () => {
      isAway = false;
    },
  };
}

eachEngine('the log of requests', (start) => {
  it('is written in the background, and completely when it stops', async () => {
    const server = await start();
    const { log } = logOf(server);
    log.start();
    take(log, server, 10);
    expect(await countIn(server)).toBe(0);
    while ((await countIn(server)) < 10) await delay(20);
    take(log, server, 100);
    await log.stop();
    expect(await countIn(server)).toBe(110);
  });

  it('writes batches of 512 requests by itself, and the remainder on flush', async () => {
    const server = await start();
    const { database, sealer } = server.deps;
    const sizes = async (): Promise<number[]> =>
      server.bare.read(async (unit) => {
        const rows = await unit.select((db) =>
          db
            .selectFrom('request_batches')
            .select('request_count')
            .where('tenant', '=', server.tenant)
            .orderBy('position')
            .orderBy('id'),
        );
        return rows.map(({ request_count }) => request_count);
      });
    const written = Promise.withResolvers<void>();
    let isFirst = true;
    const log = new RequestLog({
      database,
      sealer,
      onBug: (bug) => expect.fail(String(bug)),
      tell: () => undefined,
      onWritten: () => {
        if (isFirst) take(log, server, 100);
        isFirst = false;
        written.resolve();
      },
    });
    log.start();
    take(log, server, 600);
    await written.promise;
    await log.flush();
    expect(await sizes()).toEqual([512, 188]);
    await log.stop();
  });

  it('keeps the newest requests of a sandbox platform, and all of a production platform', async () => {
    const server = await start();
    const { log } = logOf(server, { mostOfSandbox: 150 });
    const taken: string[] = [];
    for (let batches = 0; batches < 4; batches += 1) {
      taken.push(...take(log, server, 100));
      await log.flush();
    }
    expect(await idsIn(server)).toEqual(taken.slice(-200));
    const live = await start({ environment: 'PRODUCTION' });
    const caller = { tenant: live.tenant, environment: 'PRODUCTION', tokenId: 'Token:1', permissions: [] } as const;
    for (let at = 0; at < 400; at += 1) log.listener(finishedRequest(live, { caller }), nothingSaid);
    await log.flush();
    expect(await countIn(live)).toBe(400);
  });

  it('is deleted with its marks after seven days, in several transactions', async () => {
    const server = await start();
    const { log } = logOf(server);
    for (const count of [300, 300, 300]) {
      take(log, server, count);
      await log.flush();
    }
    const about = finishedRequest(server, { path: '/quotes/Quote:1' });
    log.listener(about, nothingSaid);
    await log.flush();
    await server.step(7 * dayMs - 1_000);
    await dueRequestSweep.work(server.deps, () => undefined);
    expect(await countIn(server)).toBe(901);
    await server.step(2_000);
    let units = 0;
    const database: Database = {
      ...server.deps.database,
      transaction: (work) => {
        units += 1;
        return server.deps.database.transaction(work);
      },
    };
    await dueRequestSweep.work({ ...server.deps, database }, () => undefined);
    expect(await countIn(server)).toBe(0);
    expect(units).toBeGreaterThanOrEqual(3);
    for (const table of ['request_batches', 'request_marks'] as const) {
      const left = await server.bare.read((unit) =>
        unit.select((db) => db.selectFrom(table).select('tenant').where('tenant', '=', server.tenant)),
      );
      expect([table, left]).toEqual([table, []]);
    }
  });
});

oneEngine('the log of requests during failures', (start) => {
  it('keeps up to 2,000 requests during a database outage and reports the number missing', async () => {
    const server = await start();
    const away = awayFor(server.deps.database);
    const { log, said, bugs } = logOf(server, { database: away.database });
    take(log, server, 2_500);
    await log.flush();
    expect([said, bugs, await countIn(server)]).toEqual([[], [], 0]);
    away.back();
    await log.flush();
    expect(await countIn(server)).toBe(2_000);
    expect(said).toEqual(['500 requests are missing from the request log']);
    expect(log.dropped).toBe(500);
  });

  it.each([true, false])('is written once when the result of a commit is lost (committed: %s)', async (hasHappened) => {
    const server = await start();
    const { database } = server.deps;
    let isLost = true;
    const losing: Database = {
      ...database,
      engine: database.engine,
      transaction: async (work) => {
        const outcome = isLost && !hasHappened ? undefined : await database.transaction(work);
        if (isLost) throw new DatabaseUnavailable('AWAY', 'x', true);
        return outcome as Awaited<ReturnType<typeof work>>;
      },
    };
    const { log, said, bugs } = logOf(server, { database: losing });
    take(log, server, 3);
    await log.flush();
    isLost = false;
    take(log, server, 2);
    await log.flush();
    await log.flush();
    expect([await countIn(server), log.dropped, said, bugs]).toEqual([5, 0, [], []]);
  });

  it('drops requests of the platform with the most waiting, and of no other', async () => {
    const [server, small] = [await start(), await start()];
    const away = awayFor(server.deps.database);
    const { log } = logOf(server, { database: away.database });
    take(log, small, 10);
    take(log, server, 3_000);
    take(log, small, 20);
    expect(log.dropped).toBe(1_010 + 20);
    take(log, small, 3_000);
    away.back();
    await log.flush();
    expect([await countIn(server), await countIn(small)]).toEqual([1_000, 1_000]);
    expect(log.dropped).toBe(3_000 + 3_030 - 2_000);
  });

  it('writes nothing for a platform that is removed', async () => {
    const [server, other] = [await start(), await start()];
    const { log } = logOf(server);
    take(log, server, 40);
    take(log, other, 1);
    log.forget(server.tenant);
    await log.flush();
    expect([await countIn(server), await countIn(other)]).toEqual([0, 1]);
  });

  it('drops a request that cannot be written, reports the error and continues', async () => {
    const server = await start();
    const { log, bugs } = logOf(server);
    const row = finishedRequest(server);
    log.listener(row, nothingSaid);
    await log.flush();
    log.listener(row, nothingSaid);
    await log.flush();
    expect(bugs).toHaveLength(1);
    take(log, server, 1);
    await log.flush();
    expect(await countIn(server)).toBe(2);
  });

  it('leaves a payment unaffected while it cannot be written', async () => {
    const { bare } = await start();
    const server = await start({ deps: { database: faultyDatabase(bare, { refuses: 'request_batches' }) } });
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    await server.app.settle();
    const quote = quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } });
    const paid = await server.request('POST', '/quotes', quote);
    expect(paid.status).toBe(201);
    await server.advance(minuteMs);
    const { body } = await server.request('GET', `/transactions/${paid.body.transactionId}`);
    expect([body.status, await countIn(server)]).toEqual(['COMPLETED', 0]);
  });
});

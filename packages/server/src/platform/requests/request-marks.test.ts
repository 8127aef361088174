import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { finishedRequest, nothingSaid } from '../../../test/finished-request.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { dayMs } from '../../ground/clock/instant.ts';
import { RequestLog } from './request-log.ts';

/** The ids of all requests found, page by page. */
async function listed(server: TestServer, query: string): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const { body, text } = await server.request('GET', `/requests?${query}${cursor}`);
    seen.push(...(body.data ?? [text]).map(({ id }: { id: string }) => id));
    if (!body.hasMore) return seen;
    cursor = `&cursor=${body.nextCursor}`;
  }
}

eachEngine('finding requests by marks', (start) => {
  it('finds the requests of an idempotency key in batches of different sizes, in pages', async () => {
    const server = await start();
    const { database, ids, sealer } = server.deps;
    const onBug = (bug: unknown) => expect.fail(String(bug));
    const log = new RequestLog({ database, sealer, onBug, tell: () => undefined, mostOfSandbox: 100_000 });
    const take = (idempotencyKey: string, status = 200): string => {
      const id = ids.next('ApiRequest');
      log.listener(finishedRequest(server, { id, status }), { ...nothingSaid, idempotencyKey });
      return id;
    };
    const [again, once]: [string[], string[]] = [[], []];
    for (let batch = 0; batch < 70; batch += 1) {
      await server.step(100);
      again.unshift(take('again', batch % 30 === 0 ? 404 : 200));
      for (let at = 0; at < (batch % 10 === 9 ? 20 : 300); at += 1) take(`${batch} ${at}`);
      once.unshift(take(`once ${batch}`));
      await log.flush();
    }
    const found = (query: string) => listed(server, `limit=30&${query}`);
    expect(await found('idempotencyKey=again')).toEqual(again);
    expect(await found('idempotencyKey=again&status=404')).toEqual([again[9], again[39], again[69]]);
    expect(await found('idempotencyKey=again&createdAfter=2025-01-01T00:00:06.950Z')).toEqual(again.slice(0, 1));
    for (const at of [0, 35, 69]) expect(await found(`idempotencyKey=once%20${at}`)).toEqual([once[69 - at]]);
    expect(await found('idempotencyKey=never')).toEqual([]);
  });

  it('finds the requests of a resource among resources created at the same time, in pages', async () => {
    const server = await start();
    const { database, ids, sealer } = server.deps;
    const onBug = (bug: unknown) => expect.fail(String(bug));
    const log = new RequestLog({ database, sealer, onBug, tell: () => undefined });
    const quotes: string[] = [];
    const made = new Map<string, string[]>();
    const refused = new Set<string>();
    const take = (quoteId: string, status: number): void => {
      const id = ids.next('ApiRequest');
      made.set(quoteId, [id, ...(made.get(quoteId) ?? [])]);
      if (status === 404) refused.add(id);
      log.listener(finishedRequest(server, { id, status, path: `/quotes/${quoteId}` }), nothingSaid);
    };
    for (let at = 0; at < 60; at += 1) {
      if (at % 3 === 0) await server.step(50);
      quotes.push(ids.next('Quote'));
      take(quotes[at] ?? '', 200);
      take(quotes[at - 5] ?? quotes[at] ?? '', 404);
      if (at % 25 === 24) await log.flush();
    }
    await server.advance(dayMs);
    for (const quoteId of quotes.filter((_, at) => at % 2 === 0)) take(quoteId, 200);
    await log.flush();
    const found = (query: string) => listed(server, `limit=1&${query}`);
    const marked = await server.bare.read((unit) =>
      unit.select((db) => db.selectFrom('request_marks').select('mark').where('tenant', '=', server.tenant)),
    );
    expect(marked.filter(({ mark }) => mark.startsWith('Quote:')).length).toBeLessThan(60);
    expect(refused.size).toBe(60);
    for (const quoteId of quotes) {
      expect([quoteId, await found(`resourceId=${quoteId}`)]).toEqual([quoteId, made.get(quoteId)]);
      const refusedOf = made.get(quoteId)?.filter((id) => refused.has(id));
      expect([quoteId, await found(`resourceId=${quoteId}&status=404`)]).toEqual([quoteId, refusedOf]);
    }
  });
});

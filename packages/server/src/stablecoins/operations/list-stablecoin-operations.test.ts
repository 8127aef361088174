import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { arrive, burn, listOperations, makeIssue, mint } from '../../../test/stablecoin-operations.ts';

eachEngine('the operations of a stablecoin', (start) => {
  it('are listed newest first, in pages, filtered by type and status', async () => {
    const server = await start();
    const issue = await makeIssue(server);
    const ids: string[] = [];
    for (const make of [mint, burn, mint]) {
      ids.unshift((await make(server, issue)).body.id);
      await server.advance(1_000);
    }
    const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    const all = await listOperations(server, issue);
    expect([idsOf(all), all.totalCount]).toEqual([ids, 3]);
    expect(idsOf(await listOperations(server, issue, '?operationType=BURN'))).toEqual([ids[1]]);
    await arrive(server, ids[0] ?? '');
    const waiting = await listOperations(server, issue, '?status=PENDING_FUNDING');
    expect([idsOf(waiting), waiting.totalCount]).toEqual([ids.slice(1), 2]);
    expect(idsOf(await listOperations(server, issue, '?status=PROCESSING&operationType=MINT'))).toEqual([ids[0]]);
    expect(idsOf(await listOperations(server, issue, '?status=PROCESSING&operationType=BURN'))).toEqual([]);
    const first = await listOperations(server, issue, '?limit=2');
    expect([idsOf(first), first.hasMore]).toEqual([ids.slice(0, 2), true]);
    const rest = await listOperations(server, issue, `?limit=2&cursor=${first.nextCursor}`);
    expect([idsOf(rest), rest.hasMore]).toEqual([ids.slice(2), false]);
  });
});

oneEngine('operations of another platform', (start) => {
  it('are not found, and neither are unknown ones', async () => {
    const server = await start();
    const issue = await makeIssue(server);
    const { body } = await mint(server, issue);
    const stranger = await start();
    const ids = [body.id, 'StablecoinOperation:00000000-0000-7000-8000-000000000000'];
    for (const id of ids) {
      for (const answer of [
        await stranger.request('GET', `/stablecoin-operations/${id}`),
        await stranger.request('POST', `/sandbox/stablecoin-operations/${id}/fund`, {}),
      ])
        expect([answer.status, answer.body.code]).toEqual([404, 'STABLECOIN_OPERATION_NOT_FOUND']);
    }
    const list = await stranger.request('GET', `/stablecoins/${issue.stablecoinId}/operations`);
    expect([list.status, list.body.code]).toEqual([404, 'STABLECOIN_NOT_FOUND']);
  });
});

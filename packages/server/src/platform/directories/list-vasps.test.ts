import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';

eachEngine('the directory of VASPs', (start) => {
  it('are listed by name, in pages', async () => {
    const server = await start();
    const all = (await server.request('GET', '/vasps')).body;
    const names = all.data.map(({ vaspName }: { vaspName: string }) => vaspName);
    expect([names, all.hasMore, all.nextCursor]).toEqual([names.toSorted(), false, null]);
    const first = (await server.request('GET', '/vasps?limit=3')).body;
    const second = (await server.request('GET', `/vasps?limit=3&cursor=${first.nextCursor}`)).body;
    expect([...first.data, ...second.data]).toEqual(all.data);
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
    expect((await server.request('GET', '/vasps?cursor=nothing')).body.code).toBe('INVALID_INPUT');
  });
});

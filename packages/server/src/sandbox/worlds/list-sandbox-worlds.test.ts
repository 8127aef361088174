import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { newWorld } from '../../../test/worlds.ts';

eachEngine('listing sandbox worlds', (start) => {
  it('returns worlds of the platform only, newest first, in pages, without secrets', async () => {
    const server = await start();
    const stranger = await start();
    await newWorld(stranger);
    const made: string[] = [];
    for (const name of ['one', 'two', 'three']) made.unshift((await newWorld(server, { name })).made.id);
    const first = await server.request('GET', '/sandbox/worlds?limit=2');
    expect(first.body.hasMore).toBe(true);
    expect(first.text).not.toContain('clientSecret');
    const rest = await server.request('GET', `/sandbox/worlds?limit=2&cursor=${first.body.nextCursor}`);
    const ids = [...first.body.data, ...rest.body.data].map(({ id }: { id: string }) => id);
    expect(ids).toEqual(made);
    expect(rest.body).toMatchObject({ hasMore: false, nextCursor: null });
  });
});

import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { newWorld } from '../../../test/worlds.ts';

oneEngine('reading a sandbox world', (start) => {
  it('returns the world without its secrets, to its own platform only', async () => {
    const server = await start();
    const { made } = await newWorld(server, { name: 'mine', seed: 'x' });
    const { token: _token, webhookPublicKey: _key, clock: _clock, ...world } = made;
    const path = `/sandbox/worlds/${made.id}`;
    expect((await server.request('GET', path)).body).toEqual(world);
    const stranger = await start();
    expect(await stranger.request('GET', path)).toMatchObject({ status: 404, body: { code: 'WORLD_NOT_FOUND' } });
  });
});

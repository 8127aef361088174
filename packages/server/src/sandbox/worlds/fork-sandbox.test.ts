import { expect, it } from 'vitest';
import { expectStatus } from '../../../test/caller.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeSender } from '../../../test/parties.ts';
import { testStart } from '../../../test/test-server.ts';
import { inWorld } from '../../../test/worlds.ts';

oneEngine('forking the calling platform', (start) => {
  it('creates a world with the data and the clock of the platform', async () => {
    const server = await start();
    const { customerId } = await makeSender(server);
    const made = expectStatus(await server.request('POST', '/sandbox/fork', { name: 'mine' }), 201);
    expect(made).toMatchObject({ forkedFrom: null, clock: { now: testStart, scale: 1, isFrozen: false } });
    const world = inWorld(server, made);
    expect((await world.request('GET', `/customers/${customerId}`)).status).toBe(200);
    await makeSender(world);
    const counts = [server, world].map(async (one) => (await one.request('GET', '/customers')).body.data.length);
    expect(await Promise.all(counts)).toEqual([1, 2]);
    expect((await server.request('GET', '/sandbox/worlds')).body.data).toMatchObject([{ id: made.id }]);
    await server.request('DELETE', `/sandbox/worlds/${made.id}`);
    expect((await world.request('GET', '/config')).status).toBe(401);
  });

  it('requires the permission MANAGE, and is refused in production', async () => {
    const server = await start();
    const viewer = await server.withToken(['VIEW', 'TRANSACT']);
    expect((await viewer.request('POST', '/sandbox/fork', {})).body.code).toBe('FORBIDDEN');
    const production = await start({ environment: 'PRODUCTION' });
    expect((await production.request('POST', '/sandbox/fork', {})).body.code).toBe('FORBIDDEN');
  });
});

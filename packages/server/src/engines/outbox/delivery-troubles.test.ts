import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeSender } from '../../../test/parties.ts';
import { inWorld, tenantOf } from '../../../test/worlds.ts';
import { listAllTroubledWork } from '../due-work/retry-work.ts';
import type { ClaimedDelivery } from './deliveries-repository.ts';
import { DeliveryTroubles } from './delivery-troubles.ts';

oneEngine('deliveries that throw', (start) => {
  it('are told apart from those of a copy of their platform, which have the same ids', async () => {
    const server = await start();
    await makeSender(server);
    const { body: made } = await server.request('POST', '/sandbox/fork', {});
    const copy = await tenantOf(server, inWorld(server, made));
    const [row] = await server.deps.database.read((unit) =>
      unit.select((db) => db.selectFrom('deliveries').selectAll().where('tenant', '=', server.tenant).limit(1)),
    );
    if (row === undefined) throw new Error('nothing was to be delivered');
    const deliveries = [server.tenant, copy].map((tenant): ClaimedDelivery => ({ ...row, tenant, status: 'PENDING' }));
    const troubles = new DeliveryTroubles(server.deps, () => undefined);
    const unreadable = deliveries.map((delivery) => ({ delivery, thrown: new Error('cannot be read') }));
    await troubles.setBack(unreadable, server.clock.now());
    const troubled = async (): Promise<number[]> =>
      (await server.deps.database.read(listAllTroubledWork)).map(({ tenant }) => tenant);
    expect((await troubled()).sort()).toEqual([server.tenant, copy].sort());
    for (const delivery of deliveries) await troubles.forget(delivery);
    expect(await troubled()).toEqual([]);
  });
});

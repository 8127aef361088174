import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeSender } from '../../../test/parties.ts';
import { inboxes } from '../../../test/webhook-inbox.ts';
import { inWorld, tenantOf } from '../../../test/worlds.ts';
import { rawQuery, statement } from '../../ground/database/statement.ts';
import { listAllTroubledWork } from '../due-work/retry-work.ts';
import type { ClaimedDelivery } from './deliveries-repository.ts';
import { DeliveryTroubles } from './delivery-troubles.ts';

const openInboxOf = inboxes();

oneEngine('deliveries that throw', (start) => {
  it('are recorded separately for a forked platform with the same event ids', async () => {
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

  it('are all those of a platform whose signing key does not open, and delay no other platform', async () => {
    const [server, other] = [await start(), await start()];
    const spoiled = statement<{ readonly tenant: number }, never>('spoilSigningKey', (db, { tenant }) =>
      rawQuery(sql<never>`update webhook_keys set sealed_private_key = 'AAAA' where tenant = ${tenant}`, db),
    );
    await server.deps.database.transaction(async (unit) => unit.write(spoiled, { tenant: server.tenant }));
    const [unsigned, inbox] = [await openInboxOf(server), await openInboxOf(other)];
    await makeSender(other);
    await other.app.settle();
    await server.app.settle().catch(() => undefined);
    expect(inbox.types()).toContain('INTERNAL_ACCOUNT.BALANCE_UPDATED');
    expect(unsigned.received).toEqual([]);
    const bugs = [...server.takeBugs(), ...other.takeBugs()].map(String);
    expect(bugs.length).toBeGreaterThan(0);
    for (const bug of bugs) expect(bug).toContain('sealed with another master key');
    const troubled = await server.deps.database.read(listAllTroubledWork);
    expect(new Set(troubled.map(({ tenant }) => tenant))).toEqual(new Set([server.tenant]));
  });
});

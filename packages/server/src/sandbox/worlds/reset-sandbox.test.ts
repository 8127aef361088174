import { expect, it } from 'vitest';
import { makeAgent } from '../../../test/agents.ts';
import { createCaller } from '../../../test/caller.ts';
import { issuedCard, makeHolder } from '../../../test/cards.ts';
import { domainOf, header, person, upload } from '../../../test/customer-files.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { invite } from '../../../test/invitations.ts';
import { balanceOf, fund, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { inboxes } from '../../../test/webhook-inbox.ts';
import { newWorld, tenantOf } from '../../../test/worlds.ts';
import { createMemoryFileStore } from '../../engines/files/memory-file-store.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import type { Call } from '../../operation/operation.ts';
import { dueImports } from '../../people/imports/import-customers.ts';
import { dueTenantRemovals } from './remove-tenants.ts';
import { resetSandbox } from './reset-sandbox.ts';

const openInbox = inboxes();

/** The newest tenant, which is that of the platform after it was reset. */
async function tenantOfPlatform(server: TestServer): Promise<number> {
  const [row] = await server.bare.read((unit) =>
    unit.select((db) => db.selectFrom('platforms').select('tenant').orderBy('tenant', 'desc').limit(1)),
  );
  return row?.tenant ?? 0;
}

eachEngine('resetting the sandbox', (start) => {
  it('deletes all data, and keeps tokens, configuration, webhook key, clock and worlds', async () => {
    const server = await start();
    const inbox = await openInbox(server);
    await server.request('PATCH', '/config', { umaDomain: 'pay.example.com' });
    await server.request('PATCH', '/sandbox/clock', { isFrozen: true, scale: 60 });
    const world = await newWorld(server);
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const paid = quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } });
    const { transactionId } = (await server.request('POST', '/quotes', paid)).body;
    await server.advance(1_000);
    const kept = ['/tokens', '/config', '/sandbox/clock', '/sandbox/worlds'];
    const read = () => Promise.all(kept.map(async (path) => (await server.request('GET', path)).body));
    const before = await read();
    inbox.received.splice(0);

    expect((await server.request('POST', '/sandbox/reset')).status).toBe(204);
    expect(await read()).toEqual(before);
    for (const path of [`/customers/${customerId}`, `/transactions/${transactionId}`])
      expect((await server.request('GET', path)).status).toBe(404);
    expect((await server.request('GET', '/customers')).body.data).toEqual([]);
    const { data } = (await server.request('GET', '/platform/internal-accounts')).body;
    expect(data.map(({ balance }: { balance: { amount: number } }) => balance.amount)).toEqual(Array(8).fill(0));
    expect((await world.request('GET', '/config')).status).toBe(200);

    await server.advance(3 * minuteMs);
    expect(inbox.received).toEqual([]);
    const again = await makeSender(server, 'USD', 500);
    await fund(server, again.accounts['USD'] ?? '', 7);
    expect(await balanceOf(server, again.accounts['USD'] ?? '')).toBe(507);
    await server.request('POST', '/sandbox/clock/advance', { seconds: 1 });
    expect(inbox.types()).toContain('INTERNAL_ACCOUNT.BALANCE_UPDATED');
  });

  it('is done once by eight parallel requests, which all return 204', async () => {
    const server = await start();
    const { customerId } = await makeSender(server);
    const resets = Array.from({ length: 8 }, () => server.request('POST', '/sandbox/reset'));
    expect((await Promise.all(resets)).map(({ status }) => status)).toEqual(Array(8).fill(204));
    expect((await server.request('GET', `/customers/${customerId}`)).status).toBe(404);
    const { data } = (await server.request('GET', '/platform/internal-accounts')).body;
    expect(data).toHaveLength(8);

    // These have all been let in before the first of them resets.
    const { deps, clock } = server;
    const tenant = await tenantOfPlatform(server);
    const resetNow = () =>
      deps.database.transaction((unit) =>
        resetSandbox({ unit, tenant, now: clock.now(), deps } as unknown as Call<'resetSandbox'>),
      );
    const outcomes = await Promise.all(Array.from({ length: 8 }, resetNow));
    expect(outcomes).toEqual(Array(8).fill({ status: 204, body: undefined }));
    expect(await tenantOfPlatform(server)).toBe(tenant + 1);
  });
});

oneEngine('a reset of the sandbox', (start) => {
  it('deletes a waiting import and its file, and leaves no due work without its job', async () => {
    const files = createMemoryFileStore();
    const server = await start({ deps: { files } });
    const { body: job } = await upload(server, [header, person(await domainOf(server), 'user-1')].join('\n'));
    expect(files.keys()).toHaveLength(1);
    expect((await server.request('POST', '/sandbox/reset')).status).toBe(204);
    const told: unknown[] = [];
    const report = (error: unknown): void => void told.push(error);
    await dueTenantRemovals.work(server.deps, report);
    await dueImports(() => []).work(server.deps, report);
    expect(told).toEqual([]);
    expect((await server.request('GET', `/customers/bulk/jobs/${job.jobId}`)).status).toBe(404);
    await server.advance(3 * minuteMs);
    expect(files.keys()).toEqual([]);
  });

  it('affects no other platform, and works within a world', async () => {
    const server = await start();
    const stranger = await start();
    const [{ customerId }, theirs] = [await makeSender(server), await makeSender(stranger)];
    const world = await newWorld(server, { seed: 'again', clock: { now: '2025-03-07T16:00:00Z', isFrozen: true } });
    const first = (await makeSender(world)).customerId;
    expect((await world.request('POST', '/sandbox/reset')).status).toBe(204);
    expect((await world.request('GET', `/customers/${first}`)).status).toBe(404);
    expect((await server.request('GET', `/customers/${customerId}`)).status).toBe(200);
    await stranger.request('POST', '/sandbox/reset');
    expect((await stranger.request('GET', `/customers/${theirs.customerId}`)).status).toBe(404);
    await server.request('DELETE', `/sandbox/worlds/${world.made.id}`);
    expect((await world.request('GET', '/config')).status).toBe(401);
  });

  it('invalidates device codes, invitation pages and card pages created before it', async () => {
    const server = await start();
    const { customerId } = await makeSender(server);
    const [used, kept] = [await makeAgent(server, customerId), await makeAgent(server, customerId)];
    const { url } = await invite(server);
    const card = await issuedCard(server, await makeHolder(server));
    const reveal = async () => (await server.request('POST', `/cards/${card.id}/reveal`)).body.panEmbedUrl;
    const [opened, unopened] = [await reveal(), await reveal()];
    const statuses = async ({ code }: typeof used, shown: string) => {
      const nobody = createCaller({ baseUrl: server.baseUrl });
      const redeemed = await nobody.request('POST', `/agents/device-codes/${code}/redeem`);
      return [redeemed.status, (await fetch(url)).status, (await fetch(shown)).status];
    };
    expect(await statuses(used, opened)).toEqual([200, 200, 200]);
    await server.request('POST', '/sandbox/reset');
    expect(await statuses(kept, unopened)).toEqual([404, 404, 404]);
  });

  it('keeps a world with its platform after both have new tenant numbers', async () => {
    const server = await start();
    const world = await newWorld(server);
    const tenant = await tenantOf(server, world);
    await world.request('POST', '/sandbox/reset');
    expect(await tenantOf(server, world)).not.toBe(tenant);
    await server.request('POST', '/sandbox/reset');
    expect((await server.request('GET', `/sandbox/worlds/${world.made.id}`)).body.status).toBe('READY');
  });

  it('requires the permission MANAGE, and is refused in production', async () => {
    const server = await start();
    const viewer = await server.withToken(['VIEW', 'TRANSACT']);
    expect((await viewer.request('POST', '/sandbox/reset')).body.code).toBe('FORBIDDEN');
    const production = await start({ environment: 'PRODUCTION' });
    expect((await production.request('POST', '/sandbox/reset')).body.code).toBe('FORBIDDEN');
  });
});

import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { skipEverything, skipWithoutEndpoint } from './skip-deliveries.ts';

eachEngine('what is due for a platform', (start) => {
  it('is skipped without an endpoint, and not any more once one is set', async () => {
    const server = await start();
    const { deps, tenant, clock } = server;
    const statuses = (): Promise<string[]> =>
      deps.database
        .read((unit) =>
          unit.select((db) =>
            db.selectFrom('deliveries').select('status').where('tenant', '=', tenant).where('type', '=', 'TEST'),
          ),
        )
        .then((rows) => rows.map(({ status }) => status));
    await server.request('PATCH', '/config', { webhookEndpoint: 'https://receiver.example.com/hook' });
    await deps.database.transaction((unit) => skipWithoutEndpoint(unit, { tenant, now: clock.now(), queues: [0, 1] }));
    expect(await statuses()).toEqual(['PENDING']);
    await server.request('PATCH', '/config', { webhookEndpoint: null });
    await deps.database.transaction((unit) => skipWithoutEndpoint(unit, { tenant, now: clock.now(), queues: [0, 1] }));
    expect(await statuses()).toEqual(['SKIPPED']);
  });

  it('is never due without an endpoint, and at once with one', async () => {
    const server = await start();
    const account = (await server.request('GET', '/platform/internal-accounts?currency=USD')).body.data[0];
    const fund = () => server.request('POST', `/sandbox/internal-accounts/${account.id}/fund`, { amount: 100 });
    const types = async (status: string): Promise<string[]> => {
      const { data } = (await server.request('GET', `/events?status=${status}`)).body;
      return data.map(({ type }: { type: string }) => type);
    };
    await fund();
    await server.app.settle();
    const skipped = await types('SKIPPED');
    expect([await types('PENDING'), skipped[0]]).toEqual([[], 'INTERNAL_ACCOUNT.BALANCE_UPDATED']);
    await server.request('PATCH', '/config', { webhookEndpoint: 'https://receiver.example.com/hook' });
    await fund();
    expect([await types('PENDING'), await types('SKIPPED')]).toEqual([
      ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 'TEST'],
      skipped,
    ]);
  });

  it('is skipped with an endpoint too where everything shall be', async () => {
    const server = await start();
    const { deps, tenant, clock } = server;
    await server.request('PATCH', '/config', { webhookEndpoint: 'https://receiver.example.com/hook' });
    await deps.database.transaction((unit) => skipEverything(unit, tenant, clock.now()));
    expect((await server.request('GET', '/events?status=PENDING')).body.data).toEqual([]);
  });
});

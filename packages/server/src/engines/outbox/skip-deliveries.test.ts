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

  it('is skipped with an endpoint too where everything shall be', async () => {
    const server = await start();
    const { deps, tenant, clock } = server;
    await server.request('PATCH', '/config', { webhookEndpoint: 'https://receiver.example.com/hook' });
    await deps.database.transaction((unit) => skipEverything(unit, tenant, clock.now()));
    expect((await server.request('GET', '/events?status=PENDING')).body.data).toEqual([]);
  });
});

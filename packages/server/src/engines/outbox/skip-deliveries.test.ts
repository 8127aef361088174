import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { setEndpoint } from '../../platform/platforms/set-endpoint.ts';
import { lockEndpoint } from '../clocks/platform-locks.ts';
import { appendEvents } from './append-event.ts';
import { skipEverything, skipWithoutEndpoint } from './skip-deliveries.ts';

eachEngine('a due delivery', (start) => {
  it('is skipped only while the platform has no endpoint', async () => {
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

  it('is SKIPPED without an endpoint, and PENDING as soon as one is set', async () => {
    const server = await start();
    const account = (await server.request('GET', '/platform/internal-accounts?currency=USD')).body.data[0];
    const fund = () => server.request('POST', `/sandbox/internal-accounts/${account.id}/fund`, { amount: 100 });
    const types = async (status: string): Promise<string[]> => {
      const { data } = (await server.request('GET', `/events?status=${status}`)).body;
      return data.map(({ type }: { type: string }) => type);
    };
    await fund();
    const skipped = await types('SKIPPED');
    expect([await types('PENDING'), skipped[0]]).toEqual([[], 'INTERNAL_ACCOUNT.BALANCE_UPDATED']);
    await server.app.settle();
    expect(await types('SKIPPED')).toEqual(skipped);
    await server.request('PATCH', '/config', { webhookEndpoint: 'https://receiver.example.com/hook' });
    await fund();
    expect([await types('PENDING'), await types('SKIPPED')]).toEqual([
      ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 'TEST'],
      skipped,
    ]);
  });

  it('is SKIPPED if appended before an endpoint is set and PENDING if after, even in parallel', async () => {
    const server = await start();
    const { deps, tenant, clock } = server;
    const append = (unit: Unit, resourceId: string): void =>
      appendEvents({ unit, tenant, ids: deps.ids, now: clock.now() }, [
        { type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED', resourceId, sequence: 1, data: {} },
      ]);
    const eventsOf = async (resourceId: string): Promise<string[]> =>
      (await server.request('GET', `/events?resourceId=${resourceId}`)).body.data.map(
        ({ status }: { status: string }) => status,
      );
    let isSet = false;
    const seen = await deps.database.transaction(async (unit) => {
      append(unit, 'Customer:before');
      await unit.select((db) => db.selectFrom('platforms').select('tenant'));
      const setting = server
        .request('PATCH', '/config', { webhookEndpoint: 'https://receiver.example.com/hook' })
        .then(() => {
          isSet = true;
        });
      await untilWaiting(server.bare, setting);
      return { isSetMeanwhile: isSet, setting };
    });
    await seen.setting;
    expect(seen.isSetMeanwhile).toBe(false);
    expect(await eventsOf('Customer:before')).toEqual(['SKIPPED']);

    await server.request('PATCH', '/config', { webhookEndpoint: null });
    const appending = await deps.database.transaction(async (unit) => {
      lockEndpoint(unit, tenant);
      setEndpoint(unit, tenant, 'https://receiver.example.com/hook');
      await unit.select((db) => db.selectFrom('platforms').select('tenant'));
      const other = deps.database.transaction(async (later) => append(later, 'Customer:after'));
      await untilWaiting(server.bare, other);
      return { other };
    });
    await appending.other;
    expect(await eventsOf('Customer:after')).toEqual(['PENDING']);
  });

  it('is skipped even with an endpoint when everything is to be skipped', async () => {
    const server = await start();
    const { deps, tenant, clock } = server;
    await server.request('PATCH', '/config', { webhookEndpoint: 'https://receiver.example.com/hook' });
    await deps.database.transaction((unit) => skipEverything(unit, tenant, clock.now()));
    expect((await server.request('GET', '/events?status=PENDING')).body.data).toEqual([]);
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { pagesRead, raw } from '../../../test/query-plans.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { openWebhookPort, taken } from '../../../test/webhook-port.ts';
import { newWorld, tenantOf } from '../../../test/worlds.ts';
import { type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import type { Row, Statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { SearchPace } from '../due-work/search-pace.ts';
import { appendEvents, type NewEvent } from './append-event.ts';
import { QueueFloors } from './queue-floors.ts';

const endpoint = { webhookEndpoint: 'https://receiver.example.com/hook' };

async function emit({ bare, deps }: TestServer, tenant: number, count: number, now: Instant): Promise<void> {
  await bare.transaction(async (unit) => {
    const events = Array.from({ length: count }, (): NewEvent => {
      const id = deps.ids.next('Transaction');
      return { type: 'CARD.STATE_CHANGE', resourceId: id, sequence: 1, data: { id } };
    });
    appendEvents({ unit, tenant, ids: deps.ids, now }, events);
  });
}

/** A database whose lists of all queues are slow. */
function slowly(database: Database): Database {
  const slow = (unit: Unit): Unit =>
    new Proxy(unit, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key, target);
        if (typeof member !== 'function') return member;
        return async (first: Statement<object, Row>, ...rest: unknown[]) => {
          if (first.name === 'listDeliveryQueues') await delay(150);
          return member.call(target, first, ...rest);
        };
      },
    });
  return {
    engine: database.engine,
    transaction: (work) => database.transaction((unit) => work(slow(unit))),
    read: (work) => database.read((unit) => work(slow(unit))),
    snapshot: (work) => database.snapshot((unit) => work(slow(unit))),
    close: () => database.close(),
  };
}

eachEngine('the queues after a slow list', (start, engine) => {
  it('deliver what is new, what other platforms emit, and at last what is late', async () => {
    const port = openWebhookPort();
    port.reply = () => taken;
    const { bare } = await start();
    const server = await start({ deps: { send: port, database: slowly(bare) } });
    await server.request('PATCH', '/config', endpoint);
    const world = await newWorld(server, { clock: { frozen: true } });
    await world.request('PATCH', '/config', endpoint);
    await server.app.settle();
    const sentAfter = async (tenant: number, now: Instant): Promise<number> => {
      const before = port.sent.length;
      await emit(server, tenant, 40, now);
      await server.app.settle();
      return port.sent.length - before;
    };
    const now = server.clock.now();
    expect(await sentAfter(server.tenant, now)).toBe(40);
    const other = await tenantOf(server, world);
    expect(await sentAfter(other, server.deps.clocks.of(other).now())).toBe(40);
    const before = port.sent.length;
    await emit(server, server.tenant, 40, plusMs(now, -60 * secondMs));
    await expect
      .poll(
        async () => {
          await server.app.settle();
          return port.sent.length - before;
        },
        { timeout: 20_000 },
      )
      .toBe(40);
  });

  // SQLite keeps no old versions in its tables.
  describe.skipIf(engine === 'sqlite')('while another session keeps old versions', () => {
    it('are listed and claimed without reading those', async () => {
      const server = await start();
      const { bare, tenant, clock } = server;
      await server.request('PATCH', '/config', endpoint);
      await emit(server, tenant, 5_000, clock.now());
      const reader = Promise.withResolvers<void>();
      const began = Promise.withResolvers<void>();
      const reading = bare.snapshot(async (unit) => {
        await unit.all(raw('select 1 from deliveries limit 1'), {});
        began.resolve();
        await reader.promise;
      });
      await began.promise;
      await bare.transaction((unit) => unit.run(raw("UPDATE deliveries SET status = 'DELIVERED', due_at = NULL"), {}));
      const later = plusMs(clock.now(), 10 * secondMs);
      clock.moveTo(later);
      await emit(server, tenant, 10, later);
      const floors = new QueueFloors(new SearchPace(-1));
      const clockOf = () => server.deps.clocks.of(tenant);
      await bare.read((unit) => floors.list(unit, clockOf, false));
      const again = await bare.read((unit) => floors.list(unit, clockOf, false));
      expect(again).toMatchObject([{ tenant, fresh_due_at: later }]);
      const { fresh, backlog } = floors.startOf(tenant);
      const known = [{ tenant, fresh: fresh.due_at, backlog: backlog.due_at }];
      const gaps = [
        { after: 0, before: tenant },
        { after: tenant, before: 2 ** 31 - 1 },
      ];
      const listed = { floors: JSON.stringify(known), gaps: JSON.stringify(gaps) };
      const scanned = { tenant, isBacklog: 0, now: later, afterEventId: '' };
      const pagesOf = (name: string, parameters: object): Promise<number> =>
        bare.read((unit) => pagesRead(unit, name, parameters));
      const listedFrom = await pagesOf('listDeliveryQueuesFrom', listed);
      expect(await pagesOf('listDeliveryQueues', {})).toBeGreaterThan(5 * listedFrom);
      const scannedFrom = await pagesOf('findEndOfScan', { ...scanned, afterDueAt: fresh.due_at });
      expect(await pagesOf('findEndOfScan', { ...scanned, afterDueAt: '' })).toBeGreaterThan(5 * scannedFrom);
      reader.resolve();
      await reading;
    });
  });
});

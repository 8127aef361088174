import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { emit } from '../../../test/emitted-events.ts';
import { openWebhookPort, taken, timedOut } from '../../../test/webhook-port.ts';
import { newWorld, tenantOf } from '../../../test/worlds.ts';
import type { Database } from '../../ground/database/database.ts';
import type { Row, Statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

/** A database that counts the statements of its reads. */
function counting(database: Database): { readonly database: Database; take(): number } {
  let count = 0;
  const counted = (unit: Unit): Unit =>
    new Proxy(unit, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key, target);
        if (typeof member !== 'function') return member;
        return (first: Statement<object, Row>, ...rest: unknown[]) => {
          count += 1;
          return member.call(target, first, ...rest);
        };
      },
    });
  const take = (): number => {
    const taken = count;
    count = 0;
    return taken;
  };
  return {
    take,
    database: {
      engine: database.engine,
      transaction: (work) => database.transaction(work),
      read: (work) => database.read((unit) => work(counted(unit))),
      snapshot: (work) => database.snapshot(work),
      close: () => database.close(),
    },
  };
}

eachEngine('a look for due webhooks', (start) => {
  it('takes as many statements for five paused platforms as for one', async () => {
    const port = openWebhookPort();
    const { bare } = await start();
    const { database, take } = counting(bare);
    const server = await start({ deps: { send: port, database } });
    const pause = async (): Promise<void> => {
      const world = await newWorld(server);
      port.reply = () => taken;
      await world.request('PATCH', '/config', { webhookEndpoint: `https://${world.made.id.slice(-12)}.example.com/` });
      await server.app.settle();
      port.reply = () => timedOut;
      await emit({ ...server, tenant: await tenantOf(server, world) }, 20);
      await server.app.settle();
    };
    const statements = async (): Promise<number> => {
      take();
      await server.app.nextDueAt();
      return take();
    };
    await pause();
    const ofOne = await statements();
    for (let more = 0; more < 4; more += 1) await pause();
    expect(await statements()).toBe(ofOne);
  });
});

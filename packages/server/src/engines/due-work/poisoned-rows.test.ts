import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { spoil } from '../../../test/planted-work.ts';
import { payment, plantPayment, plants } from '../../../test/poisoned-work.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { readTransaction } from '../../../test/uma-payments.ts';
import { dayMs, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import { rawQuery } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { listAllTroubledWork, retryTroubledWork } from './retry-work.ts';
import { type TroubledWork, WorkSetAside } from './troubled-work.ts';

async function troubles(server: TestServer): Promise<TroubledWork[]> {
  const all = await server.deps.database.read(listAllTroubledWork);
  return all.filter(({ tenant }) => tenant === server.tenant);
}

eachEngine('due work that throws', (start) => {
  it.each(Object.entries(plants))(
    'of kind %s is set aside, while the clock and all other work continue',
    async (kind, plant) => {
      const { server, id, isOtherDone } = await plant(start);
      const paying = await payment(server);
      const to = plusMs(server.clock.now(), 10 * dayMs);
      await server.step(10 * dayMs);
      expect(server.clock.now()).toBe(to);
      const [first, ...later] = server.takeBugs();
      expect(first).toBeInstanceOf(Error);
      // Reported at the first failure and when it is set aside, but not in between.
      expect(later.filter((bug) => !(bug instanceof WorkSetAside))).toEqual([]);
      expect(later).toHaveLength(1);
      expect(await troubles(server)).toMatchObject([{ kind, id, retry_at: null }]);
      expect((await troubles(server))[0]?.attempts).toBeGreaterThan(3);
      expect(await isOtherDone()).toBe(true);
      expect((await readTransaction(server, paying)).status).toBe('COMPLETED');
      // The message of an error may contain personal data.
      const stored = sql.raw<{ problem: string }>(`select problem from troubled_work where id = '${id}'`);
      const read = (unit: Unit) => unit.select((db) => rawQuery(stored, db));
      expect((await server.bare.read(read))[0]?.problem).toMatch(/^sealed:/);
    },
  );

  it('completes once its cause is fixed and the operator retries it', async () => {
    const { server, id } = await plantPayment(start);
    await server.step(10 * dayMs);
    expect(server.takeBugs()).toHaveLength(2);
    await spoil(server, `update transactions set due_action = 'LOOK' where id = '${id}' returning id`);
    await server.advance(dayMs);
    expect((await readTransaction(server, id)).status).toBe('PROCESSING');
    const retried = await server.deps.database.transaction((unit) => retryTroubledWork(unit, id));
    expect(retried).toMatchObject([{ kind: 'transactions', id }]);
    await server.advance(0);
    expect((await readTransaction(server, id)).status).toBe('COMPLETED');
    expect(await troubles(server)).toEqual([]);
  });

  it('leaves the list of troubled work when a later attempt completes it', async () => {
    const { server, id } = await plantPayment(start);
    await server.step(minuteMs);
    expect(server.takeBugs()).toHaveLength(1);
    expect(await troubles(server)).toMatchObject([{ id, retry_at: expect.any(String) }]);
    await spoil(server, `update transactions set due_action = 'LOOK' where id = '${id}' returning id`);
    await server.advance(minuteMs);
    expect((await readTransaction(server, id)).status).toBe('COMPLETED');
    expect(await troubles(server)).toEqual([]);
  });
});

/** Kinds that delete expired rows or move them elsewhere, and do not process rows one by one. */
const sweeps = [
  'earlier_requests',
  'events',
  'guesses',
  'receiver_lookups',
  'requests',
  'sandbox_invoices',
  'sandbox_worlds',
  'signed_requests',
  'uma_nonces',
  'wallet_sessions',
];

describe('the kinds of due work', () => {
  it('each have a planted failure in this file, except those that only sweep', async () => {
    const { dueWork } = await import('../../modules.ts');
    const names = dueWork.map(({ name }) => name).filter((name) => !sweeps.includes(name));
    expect([...names, 'deliveries', 'older_rows'].sort()).toEqual(Object.keys(plants).sort());
  });
});

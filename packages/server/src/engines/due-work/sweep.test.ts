import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { dayMs, type Instant, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import { dueKeySweep } from '../../http/idempotency.ts';
import { dueInvoices } from '../../sandbox/adapters/uma/sandbox-lightning.ts';
import type { DueDeps, DueWork } from './due-work.ts';
import { sweepBatchSize } from './sweep.ts';

/** Sweeps, and returns how many rows of the table each unit removed. */
async function sweep(
  server: TestServer,
  due: DueWork<DueDeps>,
  table: 'idempotency_keys' | 'sandbox_invoices',
): Promise<number[]> {
  const { database } = server.deps;
  const removed: number[] = [];
  const watched: Database = Object.assign(Object.create(database), {
    transaction: async (work: Parameters<Database['transaction']>[0]) => {
      const before = await countRows(server, table);
      const value = await database.transaction(work);
      removed.push(before - (await countRows(server, table)));
      return value;
    },
  });
  await due.work({ ...server.deps, database: watched }, (error) => {
    throw error;
  });
  return removed.filter((count) => count > 0);
}

async function countRows({ bare }: TestServer, table: 'idempotency_keys' | 'sandbox_invoices'): Promise<number> {
  const rows = await bare.read((unit) => unit.select((db) => db.selectFrom(table).select('tenant')));
  return rows.length;
}

function lifetimeFrom(createdAt: Instant): { readonly createdAt: Instant; readonly expiresAt: Instant } {
  return { createdAt, expiresAt: plusMs(createdAt, minuteMs) };
}

async function addKeys({ bare, tenant }: TestServer, count: number, expires_at: Instant): Promise<void> {
  const row = { tenant, fingerprint: '', status: 200, body: '', created_at: expires_at, expires_at };
  const rows = Array.from({ length: count }, (_, index) => ({ ...row, key_hash: `${expires_at} ${index}` }));
  for (let at = 0; at < count; at += 100)
    await bare.transaction(async (unit) => unit.insert('idempotency_keys', rows.slice(at, at + 100)));
}

eachEngine('expired rows', (start) => {
  it('are deleted in batches of bounded size, and unexpired rows stay', async () => {
    const server = await start();
    const now = server.clock.now();
    await addKeys(server, 2 * sweepBatchSize + 7, plusMs(now, -dayMs));
    await addKeys(server, 3, plusMs(now, dayMs));
    const kept = await countRows(server, 'idempotency_keys');
    expect(await sweep(server, dueKeySweep, 'idempotency_keys')).toEqual([sweepBatchSize, sweepBatchSize, 7]);
    expect(await countRows(server, 'idempotency_keys')).toBe(kept - 2 * sweepBatchSize - 7);
    expect(await sweep(server, dueKeySweep, 'idempotency_keys')).toEqual([]);
  });

  it('expire by the clock of their own platform', async () => {
    const [still, moved] = [await start(), await start()];
    await moved.request('POST', '/sandbox/clock/advance', { seconds: 2 * 86_400 });
    const tomorrow = plusMs(still.clock.now(), dayMs);
    await addKeys(still, 2, tomorrow);
    await addKeys(moved, 5, tomorrow);
    expect(await sweep(still, dueKeySweep, 'idempotency_keys')).toEqual([5]);
  });

  it('include sandbox invoices older than 30 days', async () => {
    const server = await start();
    const makeInvoice = () =>
      server.deps.lightning.createInvoice(
        { amountMillisatoshis: 1_000n, description: 'A coffee', ...lifetimeFrom(server.clock.now()) },
        { tenant: server.tenant, deps: server.deps },
      );
    await makeInvoice();
    await server.advance(29 * dayMs);
    await makeInvoice();
    expect(await sweep(server, dueInvoices, 'sandbox_invoices')).toEqual([]);
    await server.advance(2 * dayMs);
    expect(await sweep(server, dueInvoices, 'sandbox_invoices')).toEqual([1]);
    await expectHealthy(server);
  });

  it('include no sandbox invoice that is 30 days old by the sandbox clock only', async () => {
    const server = await start();
    await server.request('POST', '/sandbox/clock/advance', { seconds: (31 * dayMs) / 1_000 });
    const { lightning, clocks } = server.deps;
    const context = { tenant: server.tenant, deps: server.deps };
    const terms = { amountMillisatoshis: 1_000n, description: 'A coffee', ...lifetimeFrom(clocks.system.now()) };
    const invoice = await lightning.createInvoice(terms, context);
    await sweep(server, dueInvoices, 'sandbox_invoices');
    expect(await lightning.pollInvoice(invoice, context)).toBe('OPEN');
  });
});

import { describe, expect, it } from 'vitest';
import { eachEngine, type Start } from '../../../test/each-engine.ts';
import { connect, startWithPort } from '../../../test/emitted-events.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { createTestDatabase, dropTestDatabase, postgresUnavailable } from '../../../test/postgres-cluster.ts';
import { storeOfRelease, writeOldStore } from '../../../test/stores-of-releases.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { isPacked } from '../packing/unpack-text.ts';
import type { Database } from './database.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { sealMark } from './sealed-columns.ts';
import { sealedDatabase } from './sealed-database.ts';

const hourMs = 3_600_000;

async function paymentOf(server: TestServer): Promise<object> {
  const { customerId, accounts } = await makeSender(server);
  const to = await makeUsdAccount(server, customerId);
  return quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } });
}

interface Alike {
  readonly source: string;
  readonly destination: string;
  readonly rate_details: string | null;
}

function partsOf(database: Database, id: string): Promise<Alike[]> {
  return database.read((unit) =>
    unit.select((db) =>
      db.selectFrom('transactions').select(['source', 'destination', 'rate_details']).where('id', '=', id),
    ),
  );
}

function payloads(database: Database, resourceId: string): Promise<string[]> {
  return database.read(async (unit) => {
    const rows = await unit.select((db) =>
      db.selectFrom('events').select('payload').where('resource_id', '=', resourceId).orderBy('sequence'),
    );
    return rows.map(({ payload }) => payload);
  });
}

function answers(database: Database): Promise<string[]> {
  return database.read(async (unit) => {
    const rows = await unit.select((db) => db.selectFrom('idempotency_keys').select('body'));
    return rows.map(({ body }) => body);
  });
}

/** The same store, in which nothing is packed for another hour. */
function notYetPacking(database: Database): Database {
  return {
    engine: database.engine,
    packsFromMs: performance.now() + hourMs,
    transaction: (work) => database.transaction(work),
    read: (work) => database.read(work),
    snapshot: (work) => database.snapshot(work),
    close: () => database.close(),
  };
}

async function insertEvent(database: Database, { tenant }: TestServer, type: string, id: string): Promise<string> {
  const at = '2026-11-23T02:23:15.431Z';
  const payload = JSON.stringify({ id, type, timestamp: at, sequence: 1, data: { id: 'Quote:1', status: 'PENDING' } });
  const row = { tenant, id, type: 'TEST' as const, resource_id: id, sequence: 1, payload, created_at: at };
  await database.transaction(async (unit) => unit.insert('events', [{ ...row, request_id: null }]));
  return payload;
}

const vault = {
  seal: (text: string) => [...text].reverse().join(''),
  unseal: (sealed: string) => [...sealed].reverse().join(''),
  digest: (text: string) => `digest of ${text}`,
};

async function sent(start: Start): Promise<{ server: TestServer; bodies: string[]; transactionId: string }> {
  const { server, port } = await startWithPort(start);
  await connect(server, port);
  const { transactionId } = (await server.request('POST', '/quotes', await paymentOf(server))).body;
  await server.app.settle();
  const bodies = port.sent.map(({ body }) => body).filter((body) => body.includes(`"data":{"id":"${transactionId}"`));
  return { server, bodies, transactionId };
}

eachEngine('a packed column', (start) => {
  it('is stored packed, and delivered and read unpacked', async () => {
    const { server, bodies, transactionId } = await sent(start);
    const kept = await payloads(server.bare, transactionId);
    expect(kept.every(isPacked)).toBe(true);
    expect(bodies.length).toBeGreaterThan(1);
    expect(await payloads(server.deps.database, transactionId)).toEqual(bodies);
    expect(kept.join('').length).toBeLessThan(bodies.join('').length / 3);
    const [row] = await partsOf(server.bare, transactionId);
    expect([row?.source, row?.destination, row?.rate_details].map((text) => isPacked(text ?? ''))).not.toContain(false);
    const [read] = await partsOf(server.deps.database, transactionId);
    expect(JSON.parse(read?.source ?? '')).toMatchObject({ sourceType: 'ACCOUNT' });
  });

  it('is returned unchanged for a repeated idempotency key', async () => {
    const server = await start();
    const body = await paymentOf(server);
    const ask = () => server.request('POST', '/quotes', body, { 'idempotency-key': 'again' });
    const { text } = await ask();
    expect((await answers(server.bare)).filter(isPacked)).toHaveLength(1);
    expect(await answers(server.deps.database)).toContain(text);
    expect((await ask()).text).toBe(text);
  });

  it('is read as it is when an earlier release stored it unpacked', async () => {
    const server = await start();
    const id = server.deps.ids.next('Webhook');
    const payload = await insertEvent(notYetPacking(server.bare), server, 'OUTGOING_PAYMENT.PENDING', id);
    expect(await payloads(server.bare, id)).toEqual([payload]);
    expect(await payloads(server.deps.database, id)).toEqual([payload]);
  });

  it('is packed before it is sealed', async () => {
    const server = await start();
    const sealed = sealedDatabase(server.bare, vault);
    const id = server.deps.ids.next('Webhook');
    const payload = await insertEvent(sealed, server, 'CUSTOMER.KYC_APPROVED', id);
    const [kept = ''] = await payloads(server.bare, id);
    expect(kept.startsWith(sealMark)).toBe(true);
    expect(isPacked(vault.unseal(kept.slice(sealMark.length)))).toBe(true);
    // Read through a database that has not just sealed it, and so has not cached it.
    expect(await payloads(sealedDatabase(server.bare, vault), id)).toEqual([payload]);
  });

  it('is stored unpacked while processes of the last release may still run', async () => {
    const server = await start();
    const sealed = sealedDatabase(notYetPacking(server.bare), vault);
    const id = server.deps.ids.next('Webhook');
    const payload = await insertEvent(sealed, server, 'OUTGOING_PAYMENT.PENDING', id);
    expect(await payloads(server.bare, id)).toEqual([payload]);
  });
});

describe('packing in a PostgreSQL store', () => {
  it.skipIf(postgresUnavailable() !== undefined)(
    'begins one hour after an older store is migrated, and at once in a new store',
    async () => {
      const places = [await createTestDatabase(), await writeOldStore('postgres', storeOfRelease(54), '')];
      const inMs: number[] = [];
      for (const place of places) {
        const database = await PostgresDatabase.open(place, 4);
        inMs.push(database.packsFromMs - performance.now());
        await database.close();
        await dropTestDatabase(place);
      }
      const [ofNew = Number.NaN, ofOld = Number.NaN] = inMs;
      expect(ofNew).toBeLessThanOrEqual(0);
      expect(Math.abs(ofOld - hourMs)).toBeLessThan(60_000);
    },
  );
});

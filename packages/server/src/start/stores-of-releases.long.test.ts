import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type Caller, expectStatus } from '../../test/caller.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../test/parties.ts';
import { createTestDatabase, dropTestDatabase, postgresUnavailable } from '../../test/postgres-cluster.ts';
import { startedServers } from '../../test/started-servers.ts';
import { storeMasterKey, storeOfRelease, storesOfReleases, writeOldStore } from '../../test/stores-of-releases.ts';
import type { Database } from '../ground/database/database.ts';
import { PostgresDatabase } from '../ground/database/postgres-database.ts';
import { SqliteDatabase } from '../ground/database/sqlite-database.ts';
import { verifyStore } from '../verify/verify-store.ts';

const servers = startedServers();

async function breachesIn(database: Database): Promise<string[]> {
  try {
    const findings = await verifyStore(database);
    return findings.filter(({ breach }) => breach !== null).map(({ name, breach }) => `${name}: ${breach}`);
  } finally {
    await database.close();
  }
}

async function statuses(server: Caller): Promise<string[]> {
  const { data } = expectStatus(await server.request('GET', '/transactions?limit=100'), 200);
  return data.map(({ status }: { status: string }) => status).sort();
}

async function pay(server: Caller): Promise<void> {
  const { customerId, accounts } = await makeSender(server);
  const to = await makeUsdAccount(server, customerId);
  const body = quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } });
  expectStatus(await server.request('POST', '/quotes', body), 201);
}

describe.each(['sqlite', 'postgres'] as const)('a store of an older release on %s', (engine) => {
  const runs = it.skipIf(engine === 'postgres' && postgresUnavailable() !== undefined);

  runs.each(storesOfReleases)(
    'with schema $version is migrated, completes its payments, and has no breach',
    async (store) => {
      mkdirSync(join(servers.folder, 'old'));
      const place = await writeOldStore(engine, store, join(servers.folder, 'old'));
      const environment = {
        PAYMENTS_MASTER_KEY: storeMasterKey,
        ...(engine === 'postgres' && { DATABASE_URL: place }),
      };
      const open = (): Promise<Database> | Database =>
        engine === 'postgres' ? PostgresDatabase.openForReading(place) : SqliteDatabase.openForReading(place);
      try {
        const server = await servers.start('old', environment);
        // Their progress depends on when the store was written, since its clock has continued.
        expect(await statuses(server)).toHaveLength(4);
        expect(await breachesIn(await open())).toEqual([]);
        // The endpoint has no listener, and days of attempts would take as long as everything else.
        expectStatus(await server.request('PATCH', '/config', { webhookEndpoint: null }), 200);
        expectStatus(await server.request('POST', '/sandbox/clock/advance', { seconds: 4 * 86_400 }), 200);
        expect(await statuses(server)).toEqual(['COMPLETED', 'COMPLETED', 'EXPIRED', 'FAILED']);
        await pay(server);
        expect(await breachesIn(await open())).toEqual([]);
      } finally {
        await servers.stopAll();
        if (engine === 'postgres') await dropTestDatabase(place);
      }
    },
  );
});

describe.skipIf(postgresUnavailable() !== undefined)('a migration beside a serving process', () => {
  it('is retried after a deadlock', async () => {
    // Its next migrations lock the tables that are used below.
    const url = await writeOldStore('postgres', storeOfRelease(54), servers.folder);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      // The process that first checks for a deadlock gives way. A unit of a server would be repeated; this client is
      // not.
      await client.query("SET deadlock_timeout = '1min'");
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM delivery_attempts LIMIT 1');
      const opening = PostgresDatabase.open(url, 1);
      const isMigrating =
        "SELECT 1 FROM pg_locks WHERE relation = 'request_exchanges'::regclass AND mode = 'AccessExclusiveLock' AND granted";
      await expect.poll(async () => (await client.query(isMigrating)).rowCount).toBe(1);
      await client.query('SELECT 1 FROM request_exchanges LIMIT 1');
      await client.query('COMMIT');
      expect(await breachesIn(await opening)).toEqual([]);
      const { rows } = await client.query('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()');
      expect(Number(rows[0]?.deadlocks)).toBe(1);
    } finally {
      await client.end();
      await dropTestDatabase(url);
    }
  });
});

describe.skipIf(postgresUnavailable() !== undefined)('a migration beside a backup', () => {
  it('lets requests pass while it waits, and succeeds once the backup has ended', async () => {
    const url = await writeOldStore('postgres', storeOfRelease(54), servers.folder);
    const [backup, request] = [new pg.Client(url), new pg.Client(url)];
    await Promise.all([backup.connect(), request.connect()]);
    try {
      // As pg_dump does.
      await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await backup.query('LOCK TABLE transactions, delivery_attempts, request_exchanges IN ACCESS SHARE MODE');
      const opening = PostgresDatabase.open(url, 1);
      const isWaiting = "SELECT 1 FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND NOT granted";
      await expect.poll(async () => (await backup.query(isWaiting)).rowCount).toBe(1);
      await request.query("SET lock_timeout = '5s'");
      const counts = ['transactions', 'delivery_attempts', 'request_exchanges'].map((table) =>
        request.query(`SELECT count(*) FROM ${table}`),
      );
      await Promise.all(counts);
      await backup.query('COMMIT');
      expect(await breachesIn(await opening)).toEqual([]);
    } finally {
      await Promise.all([backup.end(), request.end()]);
      await dropTestDatabase(url);
    }
  });
});

describe.skipIf(postgresUnavailable() !== undefined)('a process whose store a newer release has migrated', () => {
  it('completes its payments, reports not ready, and refuses to start again', async () => {
    const url = await createTestDatabase();
    const environment = { PAYMENTS_MASTER_KEY: storeMasterKey, DATABASE_URL: url };
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const server = await servers.start('old', environment);
      await pay(server);
      const { rows: tables } = await client.query(
        // A partition has the columns of its table.
        "SELECT relname AS tablename FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition",
      );
      for (const { tablename } of tables)
        await client.query(`ALTER TABLE ${tablename} ADD COLUMN of_the_next_release TEXT`);
      await client.query("INSERT INTO schema_migrations VALUES (9999, 'of the next release')");
      await pay(server);
      expectStatus(await server.request('POST', '/sandbox/clock/advance', { seconds: 86_400 }), 200);
      expect(await statuses(server)).toEqual(['COMPLETED', 'COMPLETED']);
      const ready = await fetch(new URL('/readyz', server.baseUrl));
      const { checks } = (await ready.json()) as { readonly checks: { readonly migrations: object } };
      expect([ready.status, checks.migrations]).toEqual([
        503,
        { status: 'failed', problem: expect.stringContaining('The store has migration 9999, and this release has') },
      ]);
      expect(await servers.refusal('again', environment)).toContain('has a newer version (schema 9999)');
    } finally {
      await client.end();
      await servers.stopAll();
      await dropTestDatabase(url);
    }
  });
});

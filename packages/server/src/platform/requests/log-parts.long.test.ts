import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { createTestDatabase, dropTestDatabase, postgresUnavailable } from '../../../test/postgres-cluster.ts';
import { storeOfRelease, writeOldStore } from '../../../test/stores-of-releases.ts';
import { startTestServer } from '../../../test/test-server.ts';
import { dayMs, type Instant, instantOf, plusMs } from '../../ground/clock/instant.ts';
import { PostgresDatabase } from '../../ground/database/postgres-database.ts';
import { firstIdAt } from '../../ground/ids/first-id-at.ts';
import { keepParts, partsLock } from './log-parts.ts';

const weekMs = 7 * dayMs;
const now = instantOf(Date.now());
const tables = ['request_batches', 'request_marks'] as const;

const idAt = (moment: Instant): string => firstIdAt('ApiRequest', moment);

describe.skipIf(postgresUnavailable() !== undefined)('the log of requests on PostgreSQL', () => {
  let url = '';
  let database: PostgresDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    url = await createTestDatabase();
    database = await PostgresDatabase.open(url, 4);
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  beforeEach(async () => {
    await client.query(`TRUNCATE ${tables.join()}`);
  });
  afterAll(async () => {
    await client.end();
    await database.close();
    await dropTestDatabase(url);
  });

  async function partsOf(table: string): Promise<string[]> {
    const text =
      'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = to_regclass($1) ORDER BY 1';
    return (await client.query(text, [table])).rows.map(({ name }) => name);
  }

  /** Writes rows of one time into both tables. */
  async function writeAt(moment: Instant): Promise<void> {
    const id = idAt(moment);
    await client.query('INSERT INTO request_marks (tenant, mark, batch_id) VALUES (1, $1, $2)', ['Quote:1', id]);
    await client.query(
      "INSERT INTO request_batches (tenant, id, first_id, request_count, requests, exchanges) VALUES (1, $1, $1, 1, '', '')",
      [id],
    );
  }

  /** Where the rows are, by the names of the partitions. */
  async function placesOf(table: string): Promise<string[]> {
    const { rows } = await client.query(
      `SELECT tableoid::regclass::text AS name FROM ${table} ORDER BY tableoid::regclass::text`,
    );
    return rows.map(({ name }) => name);
  }

  const keepAt = (moment: Instant) => keepParts(database, moment, idAt(plusMs(moment, -30 * dayMs)));

  it('creates partitions for three weeks once, even when requested in parallel', async () => {
    const later = plusMs(now, 3 * weekMs);
    await Promise.all([keepAt(later), keepAt(later), keepAt(later)]);
    await keepAt(later);
    for (const table of tables) {
      const parts = await partsOf(table);
      expect(parts).toHaveLength(5);
      expect(parts.filter((name) => name.startsWith(`${table}_from_20`))).toHaveLength(3);
      expect(parts).toEqual(expect.arrayContaining([`${table}_before`, `${table}_other`]));
    }
    for (const weeks of [0, 3, 4, 5]) await writeAt(plusMs(now, weeks * weekMs));
    expect((await placesOf('request_batches')).filter((name) => name.startsWith('request_batches_from_'))).toHaveLength(
      3,
    );
    expect(await placesOf('request_batches')).toContain('request_batches_before');
  });

  it('creates no partition while another process holds the lock', async () => {
    const before = await partsOf('request_batches');
    await client.query('SELECT pg_advisory_lock($1)', [partsLock]);
    await keepAt(plusMs(now, 3 * weekMs + 60 * dayMs));
    await client.query('SELECT pg_advisory_unlock($1)', [partsLock]);
    expect(await partsOf('request_batches')).toEqual(before);
  });

  it('drops a partition once all its rows are past retention, and keeps the later rows', async () => {
    await keepAt(plusMs(now, 3 * weekMs));
    for (const weeks of [0, 3, 4, 5]) await writeAt(plusMs(now, weeks * weekMs));
    const endsLater = plusMs(now, 4 * weekMs + 30 * dayMs);
    await keepAt(endsLater);
    for (const table of tables) {
      expect(await partsOf(table)).not.toContain(`${table}_before`);
      const { rows } = await client.query(
        `SELECT min(${table === 'request_marks' ? 'batch_id' : 'id'}) AS first FROM ${table}`,
      );
      expect(rows[0].first).toBe(idAt(plusMs(now, 4 * weekMs)));
    }
  });

  it('gives up within seven seconds when a transaction blocks a drop, and drops the next time', async () => {
    const later = plusMs(now, 20 * weekMs);
    const before = await partsOf('request_batches');
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM request_batches LIMIT 1');
    const began = performance.now();
    await keepAt(later);
    const tookMs = performance.now() - began;
    expect((await partsOf('request_batches')).filter((name) => before.includes(name))).toEqual(before);
    await client.query('COMMIT');
    expect(tookMs).toBeLessThan(7_000);
    await keepAt(later);
    expect((await partsOf('request_batches')).filter((name) => before.includes(name))).toEqual([
      'request_batches_other',
    ]);
  });

  it('does not block a payment while its tables are locked', async () => {
    const server = await startTestServer(database);
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${tables.join()} IN EXCLUSIVE MODE`);
    const quote = quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } });
    expect((await server.request('POST', '/quotes', quote)).status).toBe(201);
    await server.app.settle();
    await client.query('COMMIT');
    await server.close();
  });

  it('stores a row outside all weekly partitions in the default partition and leaves it there', async () => {
    const outside = plusMs(now, 100 * weekMs);
    await writeAt(outside);
    expect(await placesOf('request_batches')).toContain('request_batches_other');
    await keepAt(outside);
    expect(await placesOf('request_batches')).toContain('request_batches_other');
    // The next week has a partition nevertheless.
    await writeAt(plusMs(outside, weekMs));
    expect((await placesOf('request_batches')).filter((name) => name.startsWith('request_batches_from_'))).toHaveLength(
      1,
    );
  });
});

describe.skipIf(postgresUnavailable() !== undefined)('the log of an older release on PostgreSQL', () => {
  it('becomes the first partition with all its rows, including rows dated ahead', async () => {
    const old = storeOfRelease(54);
    const ahead = idAt(plusMs(now, 50 * weekMs));
    const added = [
      `INSERT INTO request_resources VALUES (1, 'Quote:1', '${idAt(now)}'), (1, 'Quote:1', '${ahead}');`,
      `INSERT INTO request_exchanges (tenant, id, exchanges) VALUES (1, '${idAt(now)}', '');`,
      `INSERT INTO requests (tenant, id, created_at, method, operation_id, path, status, duration_ms, is_replay, trace_id,
        resource_ids, exchanges_id) VALUES (1, '${idAt(now)}', '${now}', 'GET', 'listEvents', '', 200, 1, 0, '', '[]', '');`,
    ].join('\n');
    const url = await writeOldStore('postgres', { ...old, rows: `${old.rows}\n${added}` }, '');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await (await PostgresDatabase.open(url, 1)).close();
      for (const [table, count] of [
        ['requests', 1],
        ['request_exchanges', 1],
        ['request_resources', 2],
      ] as const) {
        const { rows } = await client.query(`SELECT tableoid::regclass::text AS name FROM ${table}`);
        expect(rows).toEqual(Array.from({ length: count }, () => ({ name: `${table}_before` })));
      }
    } finally {
      await client.end();
      await dropTestDatabase(url);
    }
  });
});

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, postgresUnavailable } from '../../../test/postgres-cluster.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { YoungStatistics } from './postgres-statistics.ts';
import type { Unit } from './unit.ts';

describe.skipIf(postgresUnavailable() !== undefined)('a young store on PostgreSQL', () => {
  let url: string;
  let database: PostgresDatabase;
  beforeAll(async () => {
    url = await createTestDatabase();
    database = await PostgresDatabase.open(url, 2);
  });
  afterAll(() => database.close());

  let made = 0;
  const keep = async (unit: Unit): Promise<void> => {
    made += 1;
    unit.insert('idempotency_keys', [
      {
        tenant: 1,
        key_hash: `key ${made}`,
        fingerprint: '',
        status: 200,
        body: '',
        created_at: '2025-01-01T00:00:00.000Z',
        expires_at: '2025-01-02T00:00:00.000Z',
      },
    ]);
  };
  const knownRows = async (): Promise<number> => {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query("SELECT reltuples FROM pg_class WHERE relname = 'idempotency_keys'");
    await client.end();
    return Number(rows[0]?.reltuples);
  };

  it('is analysed after 100 database transactions', async () => {
    expect(await knownRows()).toBe(-1);
    for (let unit = 0; unit < 100; unit += 1) await database.transaction(keep);
    await expect.poll(knownRows).toBe(100);
  });
});

describe('statistics of a store', () => {
  it('are checked at growing intervals, and analysed only for tables that have grown', async () => {
    const asked: string[] = [];
    let grown = [{ name: 'events' }];
    const statistics = new YoungStatistics(async (text) => {
      asked.push(text.trim().split(' ')[0] ?? '');
      return grown;
    });
    const count = async (units: number): Promise<string[]> => {
      for (let unit = 0; unit < units; unit += 1) statistics.count();
      await statistics.renewed;
      return asked.splice(0);
    };
    expect(await count(99)).toEqual([]);
    expect(await count(1)).toEqual(['SELECT', 'ANALYZE']);
    grown = [];
    expect(await count(299)).toEqual([]);
    expect(await count(1)).toEqual(['SELECT']);
    expect(await count(1_199)).toEqual([]);
  });

  it('cause no error when the database does not answer', async () => {
    const statistics = new YoungStatistics(() => Promise.reject(new Error('away')));
    for (let unit = 0; unit < 100; unit += 1) statistics.count();
    await expect(statistics.renewed).resolves.toBeUndefined();
  });
});

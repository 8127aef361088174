import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPooler, type PoolerHabit } from '../../../test/pooler.ts';
import { createTestDatabase, postgresUnavailable } from '../../../test/postgres-cluster.ts';
import type { PoolSize } from './pool-size.ts';
import { PostgresDatabase } from './postgres-database.ts';

describe.skipIf(postgresUnavailable() !== undefined)('PostgreSQL connections', () => {
  const refusalOf = async (url: string, size: PoolSize = { connections: 2 }): Promise<string> => {
    const database = await PostgresDatabase.open(url, size).catch((error: Error) => error.message);
    if (typeof database === 'string') return database;
    await database.close();
    return 'opened';
  };

  /** A database that allows this many connections. */
  async function limitedDatabase(connections: number): Promise<string> {
    const url = await createTestDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`ALTER DATABASE "${new URL(url).pathname.slice(1)}" CONNECTION LIMIT ${connections}`);
    await client.end();
    return url;
  }

  it('are limited to the share of each process: 5 of 11 with two processes', async () => {
    const database = await PostgresDatabase.open(await limitedDatabase(11), { processes: 2 });
    onTestFinished(() => database.close());
    let most = 0;
    const look = async (): Promise<void> => {
      most = Math.max(most, database.load().busyConnections);
    };
    await Promise.all(Array.from({ length: 12 }, () => database.transaction(look)));
    expect(most).toBe(5);
  });

  it('are refused when not every process could have the 4 that it needs', async () => {
    const url = await limitedDatabase(11);
    expect(await refusalOf(url, { processes: 4 })).toMatch(
      /^PostgreSQL allows 11 connections, which is 2 for each of 4 processes, and a process needs 4\. Raise max_connections .* to have 16 beside the reserved ones, or run at most 2 processes and set that with --processes\.$/,
    );
    expect(await refusalOf(url, { processes: 2 })).toBe('opened');
    expect(await refusalOf(url, { connections: 8 })).toBe('opened');
  });

  it.each<PoolerHabit>(['OWN_NUMBERS', 'DROPS_SETTINGS', 'REFUSES_SETTINGS'])(
    'are refused through a pooler that shows itself by %s',
    async (habit) => {
      const url = await createTestDatabase();
      const pooler = await openPooler(url, habit);
      onTestFinished(() => pooler.close());
      expect(await refusalOf(pooler.url)).toMatch(/a pooler such as PgBouncer.*Set DATABASE_URL to PostgreSQL itself/i);
      expect(await refusalOf(url)).toBe('opened');
    },
  );

  it('are refused to a database whose encoding lacks characters, with the command that makes another', async () => {
    const url = new URL(await createTestDatabase());
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    onTestFinished(() => client.end());
    const name = `${url.pathname.slice(1)}_latin`;
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'`);
    onTestFinished(async () => void (await client.query(`DROP DATABASE ${name}`)));
    url.pathname = name;
    expect(await refusalOf(url.href)).toMatch(/has the encoding LATIN1, .* createdb --encoding=UTF8 .* DATABASE_URL/);
  });

  it('are refused for reading an empty database, which is not one of an older release', async () => {
    const opened = PostgresDatabase.openForReading(await createTestDatabase());
    await expect(opened).rejects.toThrow(/^The database is empty\. Check DATABASE_URL or --data/);
  });

  it.each([
    ['takes no writes', 'SET default_transaction_read_only = on', /read-only.* set DATABASE_URL to the primary/],
    ['may not be written by its role', 'SET role = pg_monitor', /permission denied.* the owner of the database/],
  ])('are refused to one that %s, with the fix', async (_what, setting, fix) => {
    const url = await createTestDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`ALTER DATABASE "${new URL(url).pathname.slice(1)}" ${setting}`);
    await client.end();
    expect(await refusalOf(url)).toMatch(fix);
  });

  it('run their units at READ COMMITTED, whatever the database sets', async () => {
    const url = await createTestDatabase();
    await asAdmin(url, `ALTER DATABASE "${nameOf(url)}" SET default_transaction_isolation = 'serializable'`);
    const database = await PostgresDatabase.open(url, 4);
    onTestFinished(() => database.close());
    const level = {
      name: 'SHOW transaction_isolation',
      bind: () => ({ text: 'SHOW transaction_isolation', values: [] }),
    };
    const row = await database.transaction((unit) => unit.first(level, {}));
    expect(row).toEqual({ transaction_isolation: 'read committed' });
  });

  it.each([
    ['was renamed', 'ALTER TABLE unit_marks RENAME TO away', 'ALTER TABLE away RENAME TO unit_marks'],
    [
      'is outside the search_path',
      'ALTER TABLE unit_marks SET SCHEMA away',
      'ALTER TABLE away.unit_marks SET SCHEMA public',
    ],
  ])('have no table that %s, which is an outage that ends with it', async (_what, harm, repair) => {
    const url = await createTestDatabase();
    const database = await PostgresDatabase.open(url, 4);
    onTestFinished(() => database.close());
    const write = (): Promise<void> => database.transaction(async (unit) => unit.insert('unit_marks', [mark]));
    await asAdmin(url, 'CREATE SCHEMA away', harm);
    await expect(write()).rejects.toMatchObject({ shortage: 'AWAY' });
    await asAdmin(url, repair);
    await write();
  });

  it('have lost the rights of their role, which is an outage that ends with it', async () => {
    const url = await createTestDatabase();
    const role = `role_${nameOf(url)}`;
    await asAdmin(url, `CREATE ROLE ${role} LOGIN`, `ALTER DATABASE "${nameOf(url)}" OWNER TO ${role}`);
    const asRole = new URL(url);
    asRole.username = role;
    const database = await PostgresDatabase.open(asRole.href, 4);
    onTestFinished(() => database.close());
    const write = (): Promise<void> => database.transaction(async (unit) => unit.insert('unit_marks', [mark]));
    await asAdmin(url, 'ALTER TABLE unit_marks OWNER TO CURRENT_USER');
    await expect(write()).rejects.toMatchObject({ shortage: 'AWAY' });
    await asAdmin(url, `ALTER TABLE unit_marks OWNER TO ${role}`);
    await write();
  });
});

const mark = { id: 'one', is_void: 1, made_at: 0n };

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

async function asAdmin(url: string, ...texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const text of texts) await client.query(text);
  await client.end();
}

import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, postgresUnavailable } from '../../../test/postgres-cluster.ts';
import { PostgresDatabase } from './postgres-database.ts';
import type { Row } from './statement.ts';
import type { Unit } from './unit.ts';

const backend = { name: 'backend', bind: () => ({ text: 'SELECT pg_backend_pid() AS pid', values: [] }) };
const pidOf = async (unit: Unit): Promise<number> => Number((await unit.first<object, Row>(backend, {}))?.pid);

/** Uses as many connections at the same time, and returns their backends. */
async function pidsOf(database: PostgresDatabase, connections: number): Promise<number[]> {
  const all = Promise.withResolvers<void>();
  let begun = 0;
  return Promise.all(
    Array.from({ length: connections }, () =>
      database.read(async (unit) => {
        const pid = await pidOf(unit);
        begun += 1;
        if (begun === connections) all.resolve();
        await all.promise;
        return pid;
      }),
    ),
  );
}

describe.skipIf(postgresUnavailable() !== undefined)('the connections of a process', () => {
  let url: string;
  let admin: pg.Client;
  let database: PostgresDatabase;

  beforeEach(async () => {
    url = await createTestDatabase();
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
  });
  afterEach(async () => {
    await database.close();
    await admin.end();
  });

  it('are as many as PostgreSQL has left, and no unit is refused for that', async () => {
    const name = new URL(url).pathname.slice(1);
    const role = `few_${name}`;
    await admin.query(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 3`);
    await admin.query(`ALTER DATABASE ${name} OWNER TO ${role}`);
    const limited = new URL(url);
    limited.username = role;
    database = await PostgresDatabase.open(limited.href, 8);
    const pids = await Promise.all(Array.from({ length: 40 }, () => database.read(pidOf)));
    expect(new Set(pids).size).toBeLessThanOrEqual(3);
    expect(await pidsOf(database, 3)).toHaveLength(3);
    await admin.query(`ALTER ROLE ${role} CONNECTION LIMIT 8`);
    const startedMs = performance.now();
    const later = vi.spyOn(performance, 'now').mockReturnValue(startedMs + 11_000);
    try {
      expect(new Set(await pidsOf(database, 8)).size).toBe(8);
    } finally {
      later.mockRestore();
    }
  });

  describe('to a PostgreSQL whose standby was promoted', () => {
    /** The timeline of the primary, as hexadecimal digits. */
    const beOn = (timeline: string): Promise<unknown> =>
      admin.query(`CREATE OR REPLACE FUNCTION other.pg_walfile_name(pg_lsn) RETURNS text LANGUAGE sql
        AS $$ SELECT '${timeline}0000000000000001' $$`);
    const end = (): Promise<unknown> =>
      admin.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
      );

    beforeEach(async () => {
      await admin.query('CREATE SCHEMA other');
      await beOn('0000000A');
      // Functions of this schema hide those of the system.
      await admin.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = public, other, pg_catalog`);
      database = await PostgresDatabase.open(url, 4);
    });

    it('are not opened to the former primary any more', async () => {
      await database.read(pidOf);
      await beOn('00000009');
      await end();
      await expect.poll(() => database.load().idleConnections).toBe(0);
      await expect(database.transaction(pidOf)).rejects.toMatchObject({
        shortage: 'AWAY',
        message: expect.stringContaining('former primary on timeline 9, and this process has used timeline 10'),
      });
      await beOn('0000000B');
      expect(await database.transaction(pidOf)).toBeGreaterThan(0);
    });

    it('are closed once one leads to the new primary', async () => {
      const before = await pidsOf(database, 2);
      await beOn('0000000B');
      const after = await pidsOf(database, 3);
      expect(after.filter((pid) => !before.includes(pid))).toHaveLength(1);
      expect((await pidsOf(database, 3)).filter((pid) => before.includes(pid))).toEqual([]);
    });

    it('are closed soon after the promotion although they still work', async () => {
      const before = await pidsOf(database, 1);
      await beOn('0000000B');
      const startedMs = performance.now();
      const later = vi.spyOn(performance, 'now').mockReturnValue(startedMs + 31_000);
      try {
        await expect.poll(() => pidsOf(database, 1)).not.toEqual(before);
      } finally {
        later.mockRestore();
      }
    });
  });
});

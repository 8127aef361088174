import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dropTestDatabase, postgresUnavailable } from '../../test/postgres-cluster.ts';
import { PostgresDatabase } from '../ground/database/postgres-database.ts';
import { fillDatabase } from './copy-data.ts';

describe.skipIf(postgresUnavailable() !== undefined)('a copy of a PostgreSQL database', () => {
  let url: string;
  beforeAll(async () => {
    url = await createTestDatabase();
    await (await PostgresDatabase.open(url, 1)).close();
  });

  /** The copies in the cluster, finished or not. */
  async function copiesOf(name: string): Promise<string[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const text = "SELECT datname FROM pg_database WHERE datname LIKE 'unfinished_rewind%' OR datname = $1";
    const { rows } = await client.query<{ datname: string }>(text, [name]);
    await client.end();
    return rows.map(({ datname }) => datname);
  }

  it('has its name only when it is filled, and is removed when that fails', async () => {
    const name = `${new URL(url).pathname.slice(1)}_copy`;
    const to = url.replace(/[^/]+$/, name);
    const failed = fillDatabase(url, to, async () => {
      expect(await copiesOf(name)).toEqual([expect.stringMatching(/^unfinished_rewind_/)]);
      const second = fillDatabase(url, to, async () => undefined);
      await expect(second).rejects.toThrow(`Another rewind copies into ${name}. Wait until it ends.`);
      throw new Error('no such platform');
    });
    await expect(failed).rejects.toThrow('no such platform');
    expect(await copiesOf(name)).toEqual([]);
  });

  it('does not exist after a kill, and a repeat makes it', async () => {
    const name = `${new URL(url).pathname.slice(1)}_killed`;
    const to = url.replace(/[^/]+$/, name);
    const module = fileURLToPath(new URL('./copy-data.ts', import.meta.url));
    const script = `
      import { fillDatabase } from ${JSON.stringify(module)};
      await fillDatabase(process.argv[1], process.argv[2], () => process.kill(process.pid, 'SIGKILL'));`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script, '--', url, to], {
      stdio: 'inherit',
    });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    expect(await copiesOf(name)).not.toContain(name);
    await expect.poll(() => fillDatabase(url, to, async (copy) => copy.engine)).toBe('postgres');
    expect(await copiesOf(name)).toEqual([name]);
    await dropTestDatabase(to);
  });
});

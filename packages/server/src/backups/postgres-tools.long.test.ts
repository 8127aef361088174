import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, dropTestDatabase, postgresUnavailable } from '../../test/postgres-cluster.ts';
import { startedServers } from '../../test/started-servers.ts';
import { answerOperator } from '../start/operator-command.ts';
import { requireEmpty } from './postgres-copy.ts';

const program = fileURLToPath(new URL('../start/operator-command.ts', import.meta.url));

/** Makes every CREATE in the database wait for the advisory lock 1. */
const waitInCreate = `
  CREATE FUNCTION wait_for_test() RETURNS event_trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock_shared(1); END';
  CREATE EVENT TRIGGER wait_for_test ON ddl_command_start EXECUTE FUNCTION wait_for_test();
  SELECT pg_advisory_lock(1)`;

describe.skipIf(postgresUnavailable() !== undefined)('a running restore into PostgreSQL', () => {
  const servers = startedServers();
  afterEach(() => vi.unstubAllEnvs());

  it('refuses a second restore into its database, and ends when its command is killed', async () => {
    const [live, target] = [await createTestDatabase(), await createTestDatabase()];
    const client = new pg.Client({ connectionString: target });
    await client.connect();
    try {
      const at = (name: string): string => join(servers.folder, name);
      await servers.start('live', { DATABASE_URL: live });
      vi.stubEnv('DATABASE_URL', live);
      await answerOperator(['backup', '--data', at('live'), '--to', at('backup'), '--with-keys']);
      vi.stubEnv('DATABASE_URL', target);
      await client.query(waitInCreate);
      const words = (data: string): string[] => ['restore', '--from', at('backup'), '--data', at(data)];
      const command = spawn(process.execPath, [program, ...words('one')], { stdio: 'ignore' });
      await expect.poll(() => requireEmpty(target).catch(String)).toContain('Another restore');
      await expect(answerOperator(words('two'))).rejects.toThrow(/Wait until it ends.* pg_terminate_backend\(\d+\)/);
      command.kill('SIGKILL');
      await once(command, 'exit');
      await expect.poll(() => requireEmpty(target).catch(String)).toBeUndefined();
    } finally {
      await client.end();
      await servers.stopAll();
      for (const url of [live, target]) await dropTestDatabase(url);
    }
  });
});

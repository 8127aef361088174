import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startOwnCluster } from '../../test/own-cluster.ts';
import { postgresUnavailable } from '../../test/postgres-cluster.ts';
import { PostgresDatabase } from '../ground/database/postgres-database.ts';
import { standbyWarning } from './standby-warning.ts';

describe.skipIf(postgresUnavailable() !== undefined)('a server on PostgreSQL', () => {
  async function told(url: string): Promise<string | undefined> {
    const database = await PostgresDatabase.open(url, { connections: 4 });
    return standbyWarning(database).finally(() => database.close());
  }

  it('warns of a standby that no commit waits for, also when connected as an ordinary role', async () => {
    const settings = ['wal_level=replica', 'max_wal_senders=4'];
    const primary = await startOwnCluster({ settings });
    onTestFinished(() => primary.stop());
    expect(await told(primary.url)).toBeUndefined();
    const { port } = new URL(primary.url);
    const standbyOf = `host=127.0.0.1 port=${port} user=postgres application_name=second`;
    const standby = await startOwnCluster({ settings, standbyOf });
    onTestFinished(() => standby.stop());
    const client = new pg.Client({ connectionString: primary.url });
    await client.connect();
    onTestFinished(() => client.end());
    const streaming = async (): Promise<boolean> =>
      (await client.query("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'")).rows.length > 0;
    while (!(await streaming()));
    expect(await told(primary.url)).toMatch(/^PostgreSQL has a standby, but waits for none/);

    await client.query('CREATE ROLE payments LOGIN');
    await client.query('CREATE DATABASE payments OWNER payments');
    const url = `postgres://payments@127.0.0.1:${port}/payments`;
    expect(await told(url)).toMatch(/^PostgreSQL has a standby, but waits for none/);
    await client.query("ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 (second)'");
    await client.query('SELECT pg_reload_conf()');
    const isNamed = async (): Promise<boolean> =>
      (await client.query('SHOW synchronous_standby_names')).rows[0]?.synchronous_standby_names !== '';
    while (!(await isNamed()));
    expect(await told(url)).toBeUndefined();
  });
});

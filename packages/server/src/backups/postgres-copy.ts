import { join } from 'node:path';
import pg from 'pg';
import { makePrivate } from '../ground/database/owner-only.ts';
import { connectionSettings } from '../ground/database/postgres-database.ts';
import { BackupUnusable } from './backup-unusable.ts';
import { inspectStore, type StoreInspection } from './inspect-store.ts';
import { storeNames } from './parts.ts';
import { findTool, runTool } from './postgres-tools.ts';

export interface Dumped {
  readonly inspection: StoreInspection;
  readonly dumpVersion: number;
}

/**
 * Dumps a database at one moment, while servers continue to write. The snapshot is that of a transaction of this
 * process, so that the schema version belongs to the dump.
 */
export async function dumpPostgres(databaseUrl: string, folder: string): Promise<Dumped> {
  return withClient(databaseUrl, async (client) => {
    const tool = findTool('pg_dump', await serverVersion(client));
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const schemaVersion = await readSchemaVersion(client);
    if (schemaVersion === null) throw new BackupUnusable('There is no data in the database of DATABASE_URL.');
    const inspection = await inspectStore(schemaVersion, async (text) =>
      (await client.query<{ value: string }>(text)).rows.map(({ value }) => value),
    );
    const { rows } = await client.query('SELECT pg_export_snapshot() AS snapshot');
    const file = join(folder, storeNames.postgres);
    makePrivate(file);
    const words = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${rows[0]?.snapshot}`];
    await runTool(tool, [...words, `--file=${file}`], databaseUrl);
    return { inspection, dumpVersion: tool.version };
  });
}

/** Refuses a database that is not empty, or that a restore is filling: its tables appear only when it commits. */
export function requireEmpty(databaseUrl: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    const { rows: restores } = await client.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'pg_restore'",
    );
    if (restores[0] !== undefined)
      throw new BackupUnusable(
        `Another restore fills the database of DATABASE_URL. Wait until it ends, or end it with SELECT pg_terminate_backend(${restores[0].pid}), and restore again.`,
      );
    const { rows } = await client.query(
      "SELECT 1 FROM pg_class WHERE relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname LIKE 'pg\\_%' OR nspname = 'information_schema') LIMIT 1",
    );
    if (rows.length > 0)
      throw new BackupUnusable(
        'The database of DATABASE_URL is not empty. Create a new one with createdb, and set DATABASE_URL to it.',
      );
  });
}

/** Restores a dump into an empty database, all of it or nothing. Returns the version of its schema. */
export async function restorePostgres(databaseUrl: string, file: string, dumpVersion: number): Promise<number | null> {
  const words = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
  await runTool(findTool('pg_restore', dumpVersion), [...words, file], databaseUrl);
  return withClient(databaseUrl, readSchemaVersion);
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // The dump may take long, and this transaction is idle meanwhile.
  const client = new pg.Client({
    ...connectionSettings,
    connectionString: databaseUrl,
    options: '-c idle_in_transaction_session_timeout=0 -c statement_timeout=0',
  });
  client.on('error', () => undefined); // The next statement fails.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function serverVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query('SHOW server_version_num');
  return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
}

async function readSchemaVersion(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS has_table");
  if (rows[0]?.has_table !== true) return null;
  return Number((await client.query('SELECT max(version) AS version FROM schema_migrations')).rows[0]?.version ?? 0);
}

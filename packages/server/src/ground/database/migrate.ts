import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { DatabaseUnusable } from './database.ts';
import { codeOf } from './postgres-errors.ts';
import type { Engine } from './statement.ts';

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
}

const folder = new URL('./migrations/', import.meta.url);

const known: Partial<Record<Engine, readonly Migration[]>> = {};

/** The migrations in order. A file is named after its number and its purpose. They are read once. */
export function migrations(engine: Engine): readonly Migration[] {
  known[engine] ??= readMigrations(engine);
  return known[engine];
}

function readMigrations(engine: Engine): readonly Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      version: Number.parseInt(file, 10),
      name: file,
      text: forEngine(engine, readFileSync(new URL(file, folder), 'utf8')),
    }));
}

function forEngine(engine: Engine, text: string): string {
  return text.replaceAll(/\/\*(sqlite|postgres): ?(.*?)\*\//g, (_, of: Engine, own: string) =>
    of === engine ? own : '',
  );
}

const makeTable =
  'CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL)';
const readVersion = 'SELECT max(version) AS version FROM schema_migrations';

/** Refuses a store that a newer release has written: older rules could lose data. */
function pending(engine: Engine, current: number): readonly Migration[] {
  const all = migrations(engine);
  const newest = all.at(-1)?.version ?? 0;
  if (current > newest) {
    throw new DatabaseUnusable(
      `The data has a newer version (schema ${current}) than this server knows (schema ${newest}). Start the newer server, or choose another data folder or database.`,
    );
  }
  return all.filter((migration) => migration.version > current);
}

/** For reading without changes: the schema must be exactly that of this release. */
function refuseOtherVersion(engine: Engine, current: number): void {
  if (current === 0)
    throw new DatabaseUnusable(
      'The database is empty. Check DATABASE_URL or --data, or start the server on it once to set it up.',
    );
  const missing = pending(engine, current).length;
  if (missing > 0)
    throw new DatabaseUnusable('The data has an older version. Start the server on it once to migrate it.');
}

export function requireCurrentSqlite(handle: DatabaseSync): void {
  refuseOtherVersion('sqlite', hasMigrations(handle) ? Number(handle.prepare(readVersion).get()?.['version'] ?? 0) : 0);
}

export async function requireCurrentPostgres(client: PoolClient): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS has_table");
  refuseOtherVersion(
    'postgres',
    rows[0]?.has_table === true ? Number((await client.query(readVersion)).rows[0]?.version ?? 0) : 0,
  );
}

/** Another program may own the database at this place. */
export function refuseForeign(handle: DatabaseSync): void {
  const isEmpty = handle.prepare('SELECT 1 FROM sqlite_master').get() === undefined;
  if (isEmpty || hasMigrations(handle)) return;
  throw new DatabaseUnusable(
    `The database file ${handle.location()} belongs to another program. Choose another folder with --data.`,
  );
}

function hasMigrations(handle: DatabaseSync): boolean {
  return handle.prepare("SELECT 1 FROM sqlite_master WHERE name = 'schema_migrations'").get() !== undefined;
}

/** The file of the published package with the result of all migrations. The build writes it. */
const freshFile = new URL('./fresh-store.sql', import.meta.url);
let freshScript: string | undefined;

/** The content of a freshly migrated store as one script, which takes a tenth of the time of the migrations. */
export function scriptOfFresh(handle: DatabaseSync): string {
  const made = handle
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all();
  const tables = made.filter(({ type }) => type === 'table').map(({ name }) => String(name));
  return [...made.map(({ sql }) => String(sql)), ...tables.flatMap((table) => rowsOf(handle, table))].join(';\n');
}

/** The rows that migrations have written into a table. Most tables have none. */
function rowsOf(handle: DatabaseSync, table: string): readonly string[] {
  const columns = handle.prepare('SELECT name FROM pragma_table_info(?)').all(table);
  const row = columns.map(({ name }) => `quote("${name}")`).join(" || ', ' || ");
  const rows = handle.prepare(`SELECT ${row} AS row FROM "${table}"`).all();
  return rows.length === 0
    ? []
    : [`INSERT INTO "${table}" VALUES ${rows.map((each) => `(${each['row']})`).join(', ')}`];
}

/** The script from the first empty store of this process, or from the build of the package. */
function knownScript(): string | undefined {
  if (freshScript === undefined && existsSync(freshFile)) freshScript = readFileSync(freshFile, 'utf8');
  return freshScript;
}

export function migrateSqlite(handle: DatabaseSync): void {
  handle.exec('BEGIN IMMEDIATE');
  try {
    const isEmpty = handle.prepare('SELECT 1 FROM sqlite_master').get() === undefined;
    const script = isEmpty ? knownScript() : undefined;
    if (script === undefined) applyPending(handle);
    else handle.exec(script);
    if (isEmpty) freshScript ??= scriptOfFresh(handle);
    handle.exec('COMMIT');
  } catch (error) {
    // Without room on the disk, SQLite has rolled back by itself.
    if (handle.isTransaction) handle.exec('ROLLBACK');
    throw error;
  }
}

function applyPending(handle: DatabaseSync): void {
  handle.exec(makeTable);
  const current = Number(handle.prepare(readVersion).get()?.['version'] ?? 0);
  for (const migration of pending('sqlite', current)) {
    handle.exec(migration.text);
    handle
      .prepare('INSERT INTO schema_migrations (version, name) VALUES (?, ?)')
      .run(migration.version, migration.name);
  }
}

/** An arbitrary constant: server processes that start together take turns. */
const migrationLock = 7_203_411;

const deadlock = '40P01';
const lockNotAvailable = '55P03';
/** Longer than PostgreSQL takes to find a deadlock, and much shorter than a request waits for a lock. */
const longestLockWait = '2s';
const pauseMs = 3_000;
const patienceMs = 60_000;

/**
 * Processes of the previous release may run meanwhile. After a deadlock with one of them, this starts again. So it does
 * when it waits for a lock: every request for the same table waits behind it, and a backup holds its locks for hours.
 */
export async function migratePostgres(client: PoolClient): Promise<void> {
  for (const givesUpAt = performance.now() + patienceMs; ; ) {
    try {
      return await migrateOnce(client);
    } catch (error) {
      const code = codeOf(error);
      if (code !== deadlock && code !== lockNotAvailable) throw error;
      if (performance.now() >= givesUpAt) throw new DatabaseUnusable(await describeWait(client), { cause: error });
      if (code === lockNotAvailable) await delay(pauseMs);
    }
  }
}

const findLongest = `
  SELECT pid, application_name AS name, extract(epoch FROM clock_timestamp() - xact_start)::int AS seconds
  FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
  ORDER BY xact_start LIMIT 1`;

async function describeWait(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(findLongest);
  const longest = rows.map(({ pid, name, seconds }) => ` The oldest runs for ${seconds} s: pid ${pid} (${name}).`);
  return `The new release cannot change the tables while other transactions use them, such as a backup.${longest.join('')} Start it again when they have ended.`;
}

async function migrateOnce(client: PoolClient): Promise<void> {
  await client.query('BEGIN');
  try {
    // A change of a large store, and the wait for another process that makes it, may take any time.
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
    await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
    await client.query(`SET LOCAL lock_timeout = '${longestLockWait}'`);
    await client.query(makeTable);
    const current = Number((await client.query(readVersion)).rows[0]?.version ?? 0);
    for (const migration of pending('postgres', current)) {
      await client.query(migration.text);
      await client.query('INSERT INTO schema_migrations (version, name) VALUES ($1, $2)', [
        migration.version,
        migration.name,
      ]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined); // On a lost connection, PostgreSQL does it by itself.
    throw error;
  }
}

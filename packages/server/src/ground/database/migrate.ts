import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
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

/** The migrations in order; a file is called after its number and what it does. They are read once. */
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

/** Refuses a store that a newer release has written: reading it with older rules could lose data. */
function pending(engine: Engine, current: number): readonly Migration[] {
  const all = migrations(engine);
  const newest = all.at(-1)?.version ?? 0;
  if (current > newest) {
    throw new DatabaseUnusable(
      `The data is of a newer version (schema ${current}) than this server knows (schema ${newest}). Start the newer server, or choose another data folder or database.`,
    );
  }
  return all.filter((migration) => migration.version > current);
}

/** For a look that must not change the store: it has to be of exactly this release's schema. */
function refuseOtherVersion(engine: Engine, current: number): void {
  const missing = pending(engine, current).length;
  if (missing > 0)
    throw new DatabaseUnusable(
      'The data is of an older version. Start the server on it once, which brings it up to date.',
    );
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

/** Another program may have left a database where ours is looked for. */
export function refuseForeign(handle: DatabaseSync): void {
  const isEmpty = handle.prepare('SELECT 1 FROM sqlite_master').get() === undefined;
  if (isEmpty || hasMigrations(handle)) return;
  throw new DatabaseUnusable(
    `The database file ${handle.location()} is of another program. Choose another folder with --data.`,
  );
}

function hasMigrations(handle: DatabaseSync): boolean {
  return handle.prepare("SELECT 1 FROM sqlite_master WHERE name = 'schema_migrations'").get() !== undefined;
}

/** Where the published package has what the migrations make of an empty store; its build writes it. */
const freshFile = new URL('./fresh-store.sql', import.meta.url);
let freshScript: string | undefined;

/** All that is in a store that has just been migrated, as one script: a tenth of the work of the migrations. */
export function scriptOfFresh(handle: DatabaseSync): string {
  const made = handle
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all();
  const tables = made.filter(({ type }) => type === 'table').map(({ name }) => String(name));
  return [...made.map(({ sql }) => String(sql)), ...tables.flatMap((table) => rowsOf(handle, table))].join(';\n');
}

/** What migrations have written into a table; nothing into most. */
function rowsOf(handle: DatabaseSync, table: string): readonly string[] {
  const columns = handle.prepare('SELECT name FROM pragma_table_info(?)').all(table);
  const row = columns.map(({ name }) => `quote("${name}")`).join(" || ', ' || ");
  const rows = handle.prepare(`SELECT ${row} AS row FROM "${table}"`).all();
  return rows.length === 0
    ? []
    : [`INSERT INTO "${table}" VALUES ${rows.map((each) => `(${each['row']})`).join(', ')}`];
}

/** What was learnt from the first empty store of this process, or when the package was built. */
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
    handle.exec('ROLLBACK');
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

/** Any constant: server processes that start together take turns. */
const migrationLock = 7_203_411;

const deadlock = '40P01';
const attempts = 10;

/** Processes of the release before may serve meanwhile: where one of them and this wait for each other, this begins again. */
export async function migratePostgres(client: PoolClient): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(client);
    } catch (error) {
      if (codeOf(error) !== deadlock || attempt === attempts) throw error;
    }
  }
}

async function migrateOnce(client: PoolClient): Promise<void> {
  await client.query('BEGIN');
  try {
    // A change of a large store, and the wait for another process that makes it, take as long as they take.
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
    await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
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
    await client.query('ROLLBACK');
    throw error;
  }
}

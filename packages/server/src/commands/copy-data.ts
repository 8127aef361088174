import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beginFilling, endFilling, unfinishedIn } from '../backups/unfinished-folder.ts';
import { copySqlite } from '../ground/database/copy-sqlite.ts';
import type { Database } from '../ground/database/database.ts';
import { makeFolder } from '../ground/database/owner-only.ts';
import { PostgresDatabase } from '../ground/database/postgres-database.ts';
import { SqliteDatabase } from '../ground/database/sqlite-database.ts';
import { UnusableOptions } from '../start/read-flags.ts';

const databaseName = 'payments.sqlite';
/** The other files of the data: the credentials, the key that seals it, and the documents that it refers to. */
const besides = ['credentials.json', 'master.key', 'files'];

/** Copies the data folder of a sandbox, which may be running, and fills the copy. It is marked as unfinished until then. */
export async function fillFolder<T>(from: string, to: string, fill: (copy: Database) => Promise<T>): Promise<T> {
  const file = join(from, databaseName);
  if (!existsSync(file)) throw new UnusableOptions(`There is no database in ${from}. Give its folder with --data.`);
  const unfinished = unfinishedIn(to);
  if (unfinished !== undefined) throw new UnusableOptions(unfinished);
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new UnusableOptions(`${to} is not empty. Give a new folder with --copy-to.`);
  makeFolder(to);
  // Until its clock is set back and its endpoint removed, a server on the copy would send everything again.
  beginFilling(to);
  await copySqlite(file, join(to, databaseName));
  for (const name of besides)
    if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name), { recursive: true });
  const copy = SqliteDatabase.open(join(to, databaseName));
  const filled = await fill(copy).finally(() => copy.close());
  endFilling(to);
  return filled;
}

const isInUse = '55006';

/**
 * Copies a PostgreSQL database that is not in use into a new one on the same server, and fills the copy. It has
 * another name until then, so that no server starts on it.
 */
export async function fillDatabase<T>(from: string, to: string, fill: (copy: Database) => Promise<T>): Promise<T> {
  const [source, target] = [from, to].map((url) => URL.parse(url));
  const [name, copy] = [source, target].map((url) => decodeURIComponent(url?.pathname.slice(1) ?? ''));
  if (!source || !target || name === '' || copy === '' || name === undefined || copy === undefined)
    throw new UnusableOptions('--copy-to takes postgres://…/name, like DATABASE_URL.');
  if (source.host !== target.host)
    throw new UnusableOptions(`The copy must be on the same server as the data, ${source.host}.`);
  const maintenance = new URL(from);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  client.on('error', () => undefined); // The next statement fails.
  await client.connect();
  try {
    const unfinished = await unfinishedOf(client, copy);
    const [quotedUnfinished, quotedCopy] = [unfinished, copy].map((each) => client.escapeIdentifier(each));
    try {
      await create(client, unfinished, name);
      target.pathname = `/${unfinished}`;
      const database = await PostgresDatabase.open(target.href, 2);
      const filled = await fill(database).finally(() => database.close());
      await client.query(`ALTER DATABASE ${quotedUnfinished} RENAME TO ${quotedCopy}`);
      return filled;
    } catch (error) {
      await client.query(`DROP DATABASE IF EXISTS ${quotedUnfinished}`).catch(() => undefined);
      throw error;
    }
  } finally {
    await client.end();
  }
}

/** The name of a copy until it is filled. Removes what a killed rewind has left under it. */
async function unfinishedOf(client: pg.Client, copy: string): Promise<string> {
  const { rows: taken } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1::name', [copy]);
  if (taken.length > 0) throw new UnusableOptions(`There is already a database ${copy}. Give a new name.`);
  const unfinished = `unfinished_rewind_${createHash('sha256').update(copy).digest('hex').slice(0, 16)}`;
  // PostgreSQL ends the statement of a killed rewind before it releases the lock of its connection.
  const lock = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS is_locked';
  if ((await client.query(lock, [unfinished])).rows[0]?.is_locked !== true)
    throw new UnusableOptions(`Another rewind copies into ${copy}. Wait until it ends.`);
  await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(unfinished)}`);
  return unfinished;
}

async function create(client: pg.Client, name: string, template: string): Promise<void> {
  try {
    await client.query(
      `CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE ${client.escapeIdentifier(template)}`,
    );
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === isInUse)
      throw new UnusableOptions(`${template} is in use. Stop every server that uses it, then copy it.`);
    throw error;
  }
}

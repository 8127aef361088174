import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beginFilling } from '../backups/unfinished-folder.ts';
import { copySqlite } from '../ground/database/copy-sqlite.ts';
import type { Database } from '../ground/database/database.ts';
import { makeFolder } from '../ground/database/owner-only.ts';
import { PostgresDatabase } from '../ground/database/postgres-database.ts';
import { SqliteDatabase } from '../ground/database/sqlite-database.ts';
import { UnusableOptions } from '../start/read-flags.ts';

const databaseName = 'payments.sqlite';
/** The other files of the data: the credentials, the key that seals it, and the documents that it refers to. */
const besides = ['credentials.json', 'master.key', 'files'];

/** Copies the data folder of a sandbox, which may be running, and opens the copy. It is marked as unfinished. */
export async function copyFolder(from: string, to: string): Promise<Database> {
  const file = join(from, databaseName);
  if (!existsSync(file)) throw new UnusableOptions(`There is no database in ${from}. Give its folder with --data.`);
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new UnusableOptions(`${to} is not empty. Give a new folder with --copy-to.`);
  makeFolder(to);
  // Until its clock is set back and its endpoint removed, a server on the copy would send everything again.
  beginFilling(to);
  await copySqlite(file, join(to, databaseName));
  for (const name of besides)
    if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name), { recursive: true });
  return SqliteDatabase.open(join(to, databaseName));
}

const isInUse = '55006';
const existsAlready = '42P04';

/** Copies a PostgreSQL database that is not in use into a new one on the same server, and opens the copy. */
export async function copyDatabase(from: string, to: string): Promise<Database> {
  const [source, target] = [from, to].map((url) => URL.parse(url));
  const [name, copy] = [source, target].map((url) => decodeURIComponent(url?.pathname.slice(1) ?? ''));
  if (!source || !target || name === '' || copy === '' || name === undefined || copy === undefined)
    throw new UnusableOptions('--copy-to takes postgres://…/name, like DATABASE_URL.');
  if (source.host !== target.host)
    throw new UnusableOptions(`The copy must be on the same server as the data, ${source.host}.`);
  const maintenance = new URL(from);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(copy)} TEMPLATE ${client.escapeIdentifier(name)}`);
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code === isInUse) throw new UnusableOptions(`${name} is in use. Stop every server that uses it, then copy it.`);
    if (code === existsAlready) throw new UnusableOptions(`There is already a database ${copy}. Give a new name.`);
    throw error;
  } finally {
    await client.end();
  }
  return PostgresDatabase.open(to, 2);
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { migrations } from '../src/ground/database/migrate.ts';
import type { Engine } from '../src/ground/database/statement.ts';
import { createTestDatabase } from './postgres-cluster.ts';

/** The master key of the stores below `stores/`, in hexadecimal. */
export const storeMasterKey = 'ab'.repeat(32);

export interface StoreOfRelease {
  /** The last migration of the release. */
  readonly version: number;
  /** The rows that the release has written, for both engines. */
  readonly rows: string;
}

const folder = new URL('./stores/', import.meta.url);

/** Stores of older releases, the oldest first. `record-store.ts` makes them. */
export const storesOfReleases: readonly StoreOfRelease[] = readdirSync(folder)
  .sort()
  .map((file) => ({
    version: Number.parseInt(file, 10),
    rows: gunzipSync(readFileSync(new URL(file, folder))).toString(),
  }));

/** For tests of certain migrations: the store of the last release becomes one without them. */
export function storeOfRelease(version: number): StoreOfRelease {
  const found = storesOfReleases.find((store) => store.version === version);
  if (found === undefined) throw new Error(`no release ended with migration ${version}`);
  return found;
}

/** Writes a store in its state after a migration. Returns the file in the folder, or the address of a new database. */
export async function writeOldStore(engine: Engine, { version, rows }: StoreOfRelease, into: string): Promise<string> {
  const text = [
    ...migrations(engine)
      .filter((migration) => migration.version <= version)
      .map((migration) => migration.text),
    'CREATE TABLE schema_migrations (version INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL);',
    `INSERT INTO schema_migrations VALUES (${version}, 'the last one then');`,
    rows,
  ].join('\n');
  if (engine === 'sqlite') {
    const file = join(into, 'payments.sqlite');
    const handle = new DatabaseSync(file);
    handle.exec(`BEGIN; ${text}; COMMIT`);
    handle.close();
    return file;
  }
  const url = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
  return url;
}

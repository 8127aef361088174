import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../src/ground/database/database.ts';
import { PostgresDatabase } from '../src/ground/database/postgres-database.ts';
import { SqliteDatabase } from '../src/ground/database/sqlite-database.ts';
import { memoryFolder } from './memory-folder.ts';
import { createTestDatabase, dropTestDatabase } from './postgres-cluster.ts';

export interface FreshStore {
  readonly database: Database;
  close(): Promise<void>;
}

// Each worker migrates a store once. Every fresh one is a copy of it.

/** A folder for stores of tests. The caller removes it. */
export function createStoreFolder(): string {
  return mkdtempSync(join(memoryFolder(), 'payments-test-'));
}

let sqliteTemplate: Promise<string> | undefined;

async function migrateSqliteTemplate(): Promise<string> {
  const folder = createStoreFolder();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'template.sqlite');
  // The last connection to close checkpoints the log into the file.
  await SqliteDatabase.open(file).close();
  return file;
}

/** Opens a migrated and otherwise empty store at `file`. */
export async function openMigratedFile(file: string): Promise<SqliteDatabase> {
  sqliteTemplate ??= migrateSqliteTemplate();
  copyFileSync(await sqliteTemplate, file);
  return SqliteDatabase.open(file);
}

/** A migrated and otherwise empty store in its own folder. Closing it removes it. */
export async function openMigratedStore(): Promise<FreshStore> {
  const folder = createStoreFolder();
  const database = await openMigratedFile(join(folder, 'test.sqlite'));
  return {
    database,
    close: async () => {
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

let postgresTemplate: Promise<string> | undefined;

async function migratePostgresTemplate(): Promise<string> {
  const url = await createTestDatabase();
  const database = await PostgresDatabase.open(url, 1);
  await database.close();
  return url;
}

/** A migrated and otherwise empty database in the run's cluster. Closing it removes it. */
export async function openMigratedDatabase(): Promise<FreshStore> {
  postgresTemplate ??= migratePostgresTemplate();
  const url = await createTestDatabase(await postgresTemplate);
  const database = await PostgresDatabase.open(url, 8);
  return {
    database,
    close: async () => {
      await database.close();
      await dropTestDatabase(url);
    },
  };
}

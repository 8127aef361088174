import { Buffer } from 'node:buffer';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../ground/database/database.ts';
import { createDurably, makeFolder } from '../ground/database/owner-only.ts';
import { newestSchemaVersion } from '../ground/database/schema-version.ts';
import { SqliteDatabase } from '../ground/database/sqlite-database.ts';
import { type Finding, verifyStore } from '../verify/verify-store.ts';
import { type BackupManifest, checkSeal, manifestName, readManifest } from './backup-manifest.ts';
import { BackupUnusable } from './backup-unusable.ts';
import { copyDurably, discard, filesBelow, isTaken, measurePart, storeNames } from './parts.ts';
import { schemaVersionOf } from './take-backup.ts';
import { beginFilling, endFilling, unfinishedIn } from './unfinished-folder.ts';

export interface RestoreRequest {
  readonly from: string;
  /** A new folder. */
  readonly dataFolder: string;
  /** An empty PostgreSQL database, for a backup of one. */
  readonly databaseUrl: string | undefined;
  /** The key of the data. Stored in the folder if `isKeyKept`. */
  readonly masterKey: Uint8Array | undefined;
  readonly isKeyKept: boolean;
  readonly onProgress: (text: string) => void;
}

export interface Restored {
  readonly manifest: BackupManifest;
  /** The findings of `verify`; null if a start must first migrate the store. */
  readonly findings: readonly Finding[] | null;
}

/** Restores a backup into a new place. Writes nothing before the whole backup has been checked. */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const { from, dataFolder, databaseUrl, onProgress } = request;
  const manifest = readManifest(from);
  refuseUnfit(manifest, databaseUrl);
  const { masterKey } = request;
  if (masterKey === undefined)
    throw new BackupUnusable(
      'The master key is not in the backup. Give its file with --key-file, or the key in PAYMENTS_MASTER_KEY.',
    );
  checkSeal(manifest, masterKey);
  await checkParts(from, manifest, onProgress);
  const unfinished = unfinishedIn(dataFolder);
  if (unfinished !== undefined) throw new BackupUnusable(unfinished);
  if (isTaken(dataFolder)) throw new BackupUnusable(`${dataFolder} is not empty. Give a new folder with --data.`);
  if (databaseUrl !== undefined) await (await import('./postgres-copy.ts')).requireEmpty(databaseUrl);
  makeFolder(dataFolder);
  try {
    beginFilling(dataFolder);
    await fill(request, manifest, masterKey);
    endFilling(dataFolder);
  } catch (error) {
    discard(dataFolder);
    throw error;
  }
  return { manifest, findings: await verifyRestored(request, manifest) };
}

function refuseUnfit({ engine, schemaVersion, release }: BackupManifest, databaseUrl: string | undefined): void {
  if (engine === 'postgres' && databaseUrl === undefined)
    throw new BackupUnusable('The backup is of PostgreSQL. Set DATABASE_URL to an empty database.');
  if (engine === 'sqlite' && databaseUrl !== undefined)
    throw new BackupUnusable('The backup is of the embedded database. Unset DATABASE_URL.');
  if (!(schemaVersion <= newestSchemaVersion(engine)))
    throw new BackupUnusable(
      `The backup is of the newer release ${release} (schema ${schemaVersion}). Restore it with that release.`,
    );
}

async function checkParts(from: string, { parts }: BackupManifest, onProgress: (text: string) => void): Promise<void> {
  const named = new Set(parts.map(({ path }) => path));
  const stray = filesBelow(from).find((path) => path !== manifestName && !named.has(path));
  if (stray !== undefined) throw new BackupUnusable(`${stray} is in the backup, but not in its ${manifestName}.`);
  for (const part of parts) {
    onProgress(`checking ${part.path}`);
    if (!existsSync(join(from, part.path))) throw new BackupUnusable(`${part.path} is missing in the backup.`);
    const { bytes, sha256 } = await measurePart(from, part.path);
    if (bytes !== part.bytes || sha256 !== part.sha256)
      throw new BackupUnusable(`${part.path} is damaged: it has changed since the backup was made.`);
  }
}

async function fill(request: RestoreRequest, manifest: BackupManifest, masterKey: Uint8Array): Promise<void> {
  const { from, dataFolder, databaseUrl, isKeyKept, onProgress } = request;
  for (const { path } of manifest.parts.filter((part) => !part.path.startsWith('store.'))) {
    onProgress(`restoring ${path}`);
    await copyDurably(join(from, path), join(dataFolder, path.replace(/^keys\//, '')));
  }
  if (isKeyKept) createDurably(join(dataFolder, 'master.key'), `${Buffer.from(masterKey).toString('hex')}\n`);
  onProgress('restoring the store');
  const found =
    databaseUrl === undefined ? await restoreFile(from, dataFolder) : await restoreDump(from, databaseUrl, manifest);
  if (found !== manifest.schemaVersion)
    throw new BackupUnusable(
      `The ${manifestName} says schema ${manifest.schemaVersion}, and the store in the backup has ${found}.`,
    );
}

async function restoreFile(from: string, dataFolder: string): Promise<number> {
  const file = join(dataFolder, 'payments.sqlite');
  await copyDurably(join(from, storeNames.sqlite), file);
  const store = new DatabaseSync(file);
  try {
    return schemaVersionOf(store);
  } finally {
    store.close();
  }
}

async function restoreDump(from: string, databaseUrl: string, { dumpVersion }: BackupManifest): Promise<number | null> {
  const { restorePostgres } = await import('./postgres-copy.ts');
  return restorePostgres(databaseUrl, join(from, storeNames.postgres), dumpVersion ?? 0);
}

async function verifyRestored(
  { dataFolder, databaseUrl, onProgress }: RestoreRequest,
  { engine, schemaVersion }: BackupManifest,
): Promise<readonly Finding[] | null> {
  if (schemaVersion < newestSchemaVersion(engine)) return null;
  const database = await openForReading(dataFolder, databaseUrl);
  try {
    return await verifyStore(database, ({ name }) => onProgress(`verifying ${name}`));
  } finally {
    await database.close();
  }
}

async function openForReading(dataFolder: string, databaseUrl: string | undefined): Promise<Database> {
  if (databaseUrl === undefined) return SqliteDatabase.openForReading(join(dataFolder, 'payments.sqlite'));
  const { PostgresDatabase } = await import('../ground/database/postgres-database.ts');
  return PostgresDatabase.openForReading(databaseUrl);
}

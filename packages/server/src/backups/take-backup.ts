import { Buffer } from 'node:buffer';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Instant } from '../ground/clock/instant.ts';
import { copySqlite } from '../ground/database/copy-sqlite.ts';
import { makeFolder, narrow } from '../ground/database/owner-only.ts';
import { type BackupFacts, manifestName, writeManifest } from './backup-manifest.ts';
import { BackupUnusable } from './backup-unusable.ts';
import { inspectStore, refuseForeignKey, type StoreInspection } from './inspect-store.ts';
import {
  copyDurably,
  discard,
  filesBelow,
  isPartPath,
  isTaken,
  measurePart,
  storeNames,
  writeDurably,
} from './parts.ts';
import { releaseOfServer } from './release-of-server.ts';

export interface BackupRequest {
  readonly dataFolder: string;
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly to: string;
  readonly masterKey: Uint8Array;
  /** Whether the backup includes the master key and the local credentials in clear text. */
  readonly isWithKeys: boolean;
  readonly now: Instant;
  readonly onProgress: (text: string) => void;
}

/** Backs up the data of a server, which may be running. Returns the manifest of the backup. */
export async function takeBackup(request: BackupRequest): Promise<BackupFacts> {
  const { dataFolder, to } = request;
  if (!existsSync(dataFolder))
    throw new BackupUnusable(`There is no data in ${dataFolder}. Give the folder of the stored files with --data.`);
  if (isTaken(to)) throw new BackupUnusable(`${to} is not empty. Give a new folder with --to.`);
  makeFolder(to);
  narrow(to);
  try {
    return await fill(request);
  } catch (error) {
    discard(to);
    throw error;
  }
}

async function fill(request: BackupRequest): Promise<BackupFacts> {
  const { dataFolder, databaseUrl, to, masterKey, isWithKeys, now, onProgress } = request;
  // Copies the files before the store and again after it, to include files that are deleted or added meanwhile.
  await copyFiles(dataFolder, to, onProgress);
  const { inspection, dumpVersion } =
    databaseUrl === undefined ? await copyFolder(request) : await dump(databaseUrl, to, onProgress);
  refuseForeignKey(inspection, masterKey);
  await copyFiles(dataFolder, to, onProgress);
  refuseWithoutFiles(inspection, request);
  if (isWithKeys) await keepKeys(request);
  const parts = [];
  for (const path of filesBelow(to)) {
    onProgress(`checksum of ${path}`);
    parts.push(await measurePart(to, path));
  }
  const facts: BackupFacts = {
    format: 1,
    release: releaseOfServer(),
    createdAt: now,
    engine: databaseUrl === undefined ? 'sqlite' : 'postgres',
    schemaVersion: inspection.schemaVersion,
    dumpVersion,
    keys: isWithKeys ? 'IN_CLEAR' : 'LEFT_OUT',
    parts,
  };
  await writeManifest(to, facts, masterKey);
  onProgress(`${manifestName} written`);
  return facts;
}

/** Copies the stored files that the backup lacks. They are sealed, and never change. */
async function copyFiles(from: string, to: string, onProgress: (text: string) => void): Promise<void> {
  const paths = filesBelow(join(from, 'files')).map((name) => `files/${name}`);
  for (const [index, path] of paths.filter(isPartPath).entries()) {
    if (existsSync(join(to, path))) continue;
    onProgress(`file ${index + 1} of ${paths.length}`);
    await copyDurably(join(from, path), join(to, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error; // It was removed meanwhile, and nothing refers to it.
    });
  }
}

/** One file may be missing. If all are missing, the folder is not that of the store. */
function refuseWithoutFiles({ fileKeys }: StoreInspection, { dataFolder, to }: BackupRequest): void {
  if (fileKeys.length === 0 || fileKeys.some((key) => existsSync(join(to, 'files', key)))) return;
  throw new BackupUnusable(
    `The store refers to files, and none of them is in ${join(dataFolder, 'files')}. Give the folder of the files with --data.`,
  );
}

/** The key in use, wherever it was given. The folder may contain another one. */
async function keepKeys({ dataFolder, to, masterKey }: BackupRequest): Promise<void> {
  await writeDurably(join(to, 'keys', 'master.key'), `${Buffer.from(masterKey).toString('hex')}\n`);
  const credentials = join(dataFolder, 'credentials.json');
  if (existsSync(credentials)) await copyDurably(credentials, join(to, 'keys', 'credentials.json'));
}

interface Copied {
  readonly inspection: StoreInspection;
  /** Major version of pg_dump; null for the embedded database. */
  readonly dumpVersion: number | null;
}

async function copyFolder({ dataFolder, to, onProgress }: BackupRequest): Promise<Copied> {
  const from = join(dataFolder, 'payments.sqlite');
  if (!existsSync(from))
    throw new BackupUnusable(`There is no database in ${dataFolder}. Give its folder with --data.`);
  const file = join(to, storeNames.sqlite);
  await copySqlite(from, file, (share) => onProgress(`store ${Math.floor(share * 100)} %`));
  onProgress('checking the copy');
  const copy = new DatabaseSync(file);
  try {
    // It is better to find a damaged page now than when the copy is needed.
    const problem = copy.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (problem !== 'ok') throw new BackupUnusable(`The database in ${dataFolder} is damaged: ${problem}`);
    const select = async (text: string): Promise<string[]> =>
      copy
        .prepare(text)
        .all()
        .map(({ value }) => String(value));
    return { inspection: await inspectStore(schemaVersionOf(copy), select), dumpVersion: null };
  } finally {
    copy.close();
  }
}

async function dump(databaseUrl: string, to: string, onProgress: (text: string) => void): Promise<Copied> {
  onProgress('store');
  const { dumpPostgres } = await import('./postgres-copy.ts');
  return dumpPostgres(databaseUrl, to);
}

export function schemaVersionOf(store: DatabaseSync): number {
  return Number(store.prepare('SELECT max(version) AS version FROM schema_migrations').get()?.['version']);
}

import { Buffer } from 'node:buffer';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Instant } from '../ground/clock/instant.ts';
import { copySqlite } from '../ground/database/copy-sqlite.ts';
import { makeFolder, narrow } from '../ground/database/owner-only.ts';
import { type BackupFacts, manifestName, writeManifest } from './backup-manifest.ts';
import { BackupUnusable } from './backup-unusable.ts';
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
import { lookAtStore, refuseForeignKey, type StoreLook } from './store-look.ts';

export interface BackupRequest {
  readonly dataFolder: string;
  /** PostgreSQL in place of the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly to: string;
  readonly masterKey: Uint8Array;
  /** Whether the master key and the local credentials go into the backup in clear. */
  readonly isWithKeys: boolean;
  readonly now: Instant;
  readonly onProgress: (text: string) => void;
}

/** Backs up the data of a server, which may be running. Returns what is in the backup. */
export async function takeBackup(request: BackupRequest): Promise<BackupFacts> {
  const { dataFolder, to } = request;
  if (!existsSync(dataFolder))
    throw new BackupUnusable(`There is no data in ${dataFolder}. Name the folder with the stored files with --data.`);
  if (isTaken(to)) throw new BackupUnusable(`${to} is not empty. Name a new folder with --to.`);
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
  // Files before the store and after it: one that goes meanwhile is there, and so is one that comes.
  await copyFiles(dataFolder, to, onProgress);
  const { look, dumpVersion } =
    databaseUrl === undefined ? await copyFolder(request) : await dump(databaseUrl, to, onProgress);
  refuseForeignKey(look, masterKey);
  await copyFiles(dataFolder, to, onProgress);
  refuseWithoutFiles(look, request);
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
    schemaVersion: look.schemaVersion,
    dumpVersion,
    keys: isWithKeys ? 'IN_CLEAR' : 'LEFT_OUT',
    parts,
  };
  await writeManifest(to, facts, masterKey);
  onProgress(`${manifestName} written`);
  return facts;
}

/** Copies the stored files that are not there yet. They are sealed, and never change. */
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

/** One file may be lost; where all are, it is another folder than that of the store. */
function refuseWithoutFiles({ fileKeys }: StoreLook, { dataFolder, to }: BackupRequest): void {
  if (fileKeys.length === 0 || fileKeys.some((key) => existsSync(join(to, 'files', key)))) return;
  throw new BackupUnusable(
    `The store names files, and none of them is in ${join(dataFolder, 'files')}. Name the folder that has them with --data.`,
  );
}

/** The key that is used, wherever it was given; another one may lie in the folder. */
async function keepKeys({ dataFolder, to, masterKey }: BackupRequest): Promise<void> {
  await writeDurably(join(to, 'keys', 'master.key'), `${Buffer.from(masterKey).toString('hex')}\n`);
  const credentials = join(dataFolder, 'credentials.json');
  if (existsSync(credentials)) await copyDurably(credentials, join(to, 'keys', 'credentials.json'));
}

interface Copied {
  readonly look: StoreLook;
  /** Major version of pg_dump; null for the embedded database. */
  readonly dumpVersion: number | null;
}

async function copyFolder({ dataFolder, to, onProgress }: BackupRequest): Promise<Copied> {
  const from = join(dataFolder, 'payments.sqlite');
  if (!existsSync(from))
    throw new BackupUnusable(`There is no database in ${dataFolder}. Give its folder with --data.`);
  const file = join(to, storeNames.sqlite);
  await copySqlite(from, file, (share) => onProgress(`store ${Math.floor(share * 100)} %`));
  onProgress('looking at the copy');
  const copy = new DatabaseSync(file);
  try {
    // A damaged page is better found now than when the copy is needed.
    const problem = copy.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (problem !== 'ok') throw new BackupUnusable(`The database in ${dataFolder} is damaged: ${problem}`);
    const select = async (text: string): Promise<string[]> =>
      copy
        .prepare(text)
        .all()
        .map(({ value }) => String(value));
    return { look: await lookAtStore(schemaVersionOf(copy), select), dumpVersion: null };
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

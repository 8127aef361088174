import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnusable } from '../ground/database/database.ts';
import { makePrivate, narrow, ownerOnly } from '../ground/database/owner-only.ts';
import { isBusy } from '../ground/database/sqlite-errors.ts';
import { asUnusable } from '../ground/database/sqlite-handles.ts';

/** A data folder that no other server uses until it is released, or this process ends for any reason. */
export interface FolderLock {
  release(): void;
}

/**
 * Takes the folder, or returns `undefined` if another server has it. The lock is one of the operating system, on a file
 * that SQLite holds open: it ends with its process, so it is never left behind, and a reused process id does no harm.
 * The file with the process id is for people.
 */
export function lockFolder(folder: string): FolderLock | undefined {
  const lockFile = join(folder, 'server.lock');
  makePrivate(lockFile);
  narrow(lockFile);
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(lockFile, { timeout: 0 });
    handle.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    handle?.close();
    if (isBusy(error)) return undefined;
    throw asUnusable(lockFile, error);
  }
  const ownerFile = ownerFileOf(folder);
  narrow(ownerFile);
  writeFileSync(ownerFile, `${process.pid}\n`, { mode: ownerOnly });
  const held = handle;
  return { release: () => held.close() };
}

/** For a server: two servers on one folder would each have their own clock. */
export function requireFolderLock(folder: string): FolderLock {
  const owned = lockFolder(folder);
  if (owned !== undefined) return owned;
  throw new DatabaseUnusable(
    `The data in ${folder} is in use by another server${ownerOf(folder)}, and only one server can use a folder. Stop that one, choose another folder with --data, or set DATABASE_URL to let several servers share PostgreSQL.`,
  );
}

const ownerFileOf = (folder: string): string => join(folder, 'server.pid');

function ownerOf(folder: string): string {
  const file = ownerFileOf(folder);
  return existsSync(file) ? `, process ${readFileSync(file, 'utf8').trim()}` : '';
}

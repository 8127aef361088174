import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnusable } from '../ground/database/database.ts';
import { makePrivate, narrow, ownerOnly } from '../ground/database/owner-only.ts';
import { isBusy } from '../ground/database/sqlite-errors.ts';
import { asUnusable } from '../ground/database/sqlite-handles.ts';

/** A data folder that no other server works on until it is released, or this process ends, however it does. */
export interface OwnedFolder {
  release(): void;
}

/**
 * Takes the folder, or answers `undefined` when another server has it. What counts is a lock of the operating
 * system on a file that SQLite holds open: it goes with its process, so none is ever left behind, and a number of
 * a process that was given to another one means nothing. The file with the number is for people.
 */
export function ownFolder(folder: string): OwnedFolder | undefined {
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

/** For a server: two of them on one folder would each have a clock of its own. */
export function ownFolderAlone(folder: string): OwnedFolder {
  const owned = ownFolder(folder);
  if (owned !== undefined) return owned;
  throw new DatabaseUnusable(
    `The data in ${folder} is in use by another server${ownerOf(folder)}, and a folder is for one server. Stop that one, choose another folder with --data, or set DATABASE_URL to let several servers share PostgreSQL.`,
  );
}

const ownerFileOf = (folder: string): string => join(folder, 'server.pid');

function ownerOf(folder: string): string {
  const file = ownerFileOf(folder);
  return existsSync(file) ? `, process ${readFileSync(file, 'utf8').trim()}` : '';
}

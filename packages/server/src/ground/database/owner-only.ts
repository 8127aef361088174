import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Other users of the machine have no access to the files of the data. */
export const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;
const others = 0o077;

/** Creates the file if it is missing, before another program creates it with wider permissions. */
export function makePrivate(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) closeSync(openSync(file, 'a', ownerOnly));
}

/** Creates a file that must not exist. It is durable, with its name, when the call returns; if it throws, it is gone. */
export function createDurably(file: string, text: string): void {
  const handle = openSync(file, 'wx', ownerOnly);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } catch (error) {
    rmSync(file);
    throw error;
  } finally {
    closeSync(handle);
  }
  // Windows cannot sync a folder, and needs not.
  if (process.platform !== 'win32') syncFolder(dirname(file));
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Creates a folder and its missing parents. Node.js can do that itself, but loops forever if an existing folder reports
 * that it does not exist, as `/proc` does.
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: ownerOnlyFolder });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Narrows the permissions of a file or folder, if it exists. */
export function narrow(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && (found.mode & others) !== 0)
    chmodSync(path, found.isDirectory() ? ownerOnlyFolder : ownerOnly);
}

/** Narrows a folder and everything in it. The folder comes last, so that an interrupted run is repeated. */
export function narrowFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & others) === 0) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) narrow(join(folder, name));
  narrow(folder);
}

import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What other users of the machine may do with a file of the data: nothing. */
export const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;
const others = 0o077;

/** Makes the file if there is none, before another program makes it with a wider mode. */
export function makePrivate(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) closeSync(openSync(file, 'a', ownerOnly));
}

/**
 * Makes a folder and those above it that are not there. Node.js does that by itself, but asks for ever where a folder that is
 * there answers that it is not, as `/proc` does.
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

/** Narrows a file or folder, if there is one. */
export function narrow(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && (found.mode & others) !== 0)
    chmodSync(path, found.isDirectory() ? ownerOnlyFolder : ownerOnly);
}

/** Narrows a folder and all in it. The folder comes last: while it is wide, what it holds has not been seen to. */
export function narrowFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & others) === 0) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) narrow(join(folder, name));
  narrow(folder);
}

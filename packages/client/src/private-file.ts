import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';

/** The file cannot be used, and the user of the program can fix the cause. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}

const othersMask = 0o077;

/** Windows has no file modes; there a file in the user's home folder is already private. */
const hasModes = process.platform !== 'win32';

/** The home folder of the user. An empty HOME would mean the current folder, so it is ignored. */
export function homeFolder(home: string | undefined): string {
  if (home !== undefined && home !== '') return home;
  try {
    return userInfo().homedir;
  } catch {
    // A container may run as a user without an entry in its user database.
    throw new UnusableFile('This user has no home folder for credentials. Set HOME to a folder.');
  }
}

/** Reads a file that only its owner may read; `undefined` if there is no such file. */
export function readPrivateFile(file: string): string | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isFile()) throw new UnusableFile(`${file} is not a regular file. Delete it, and log in again.`);
  if (hasModes && (found.mode & othersMask) !== 0) {
    const mode = (found.mode & 0o777).toString(8);
    throw new UnusableFile(
      `${file} contains a secret, and other users may read or change it (mode ${mode}). Run: chmod 600 '${file}'`,
    );
  }
  return readFileSync(file, 'utf8');
}

/** Writes a file that only its owner may read, atomically. */
export function writePrivateFile(file: string, content: string): void {
  try {
    writeWhole(file, content);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new UnusableFile(
      `${file} cannot be written: ${problem}. Make its folder writable, or set HOME, XDG_CONFIG_HOME or XDG_STATE_HOME to one that is.`,
      { cause: error },
    );
  }
}

function writeWhole(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const written = `${file}.${randomUUID()}`;
  try {
    writeFileSync(written, content, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(written, file);
  } catch (error) {
    rmSync(written, { force: true });
    throw error;
  }
}

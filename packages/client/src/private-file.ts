import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
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

/** What a refusal of the system says, for the user of the program. */
function unusable(file: string, done: string, remedy: string, error: unknown): UnusableFile {
  const problem = error instanceof Error ? error.message : String(error);
  return new UnusableFile(`${file} cannot be ${done}: ${problem}. ${remedy}`, { cause: error });
}

const others = 'It may belong to another user, for example after a command with sudo.';

/** Reads a file that only its owner may read; `undefined` if there is no such file. */
export function readPrivateFile(file: string): string | undefined {
  try {
    return readWhole(file);
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw unusable(file, 'read', `${others} Delete it, or make it and its folder yours with chown.`, error);
  }
}

/** `undefined` if there is no such file, also because one of its folders is a file. */
function find(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function readWhole(file: string): string | undefined {
  const found = find(file);
  if (found === undefined) return undefined;
  if (!found.isFile()) throw new UnusableFile(`${file} is not a regular file. Delete it, and log in again.`);
  if (hasModes && (found.mode & othersMask) !== 0) {
    const mode = (found.mode & 0o777).toString(8);
    throw new UnusableFile(
      `${file} contains a secret, and other users may read or change it (mode ${mode}). Run: chmod 600 '${file.replaceAll("'", String.raw`'\''`)}'`,
    );
  }
  return readFileSync(file, 'utf8');
}

/** Writes a file that only its owner may read, atomically. */
export function writePrivateFile(file: string, content: string): void {
  try {
    writeWhole(file, content);
  } catch (error) {
    const remedy = 'Make its folder writable, or set HOME, XDG_CONFIG_HOME or XDG_STATE_HOME to one that is.';
    throw unusable(file, 'written', remedy, error);
  }
}

/** Deletes a file with a secret. Returns whether there was one. */
export function removePrivateFile(file: string): boolean {
  try {
    if (find(file) === undefined) return false;
    rmSync(file, { force: true });
    return true;
  } catch (error) {
    throw unusable(file, 'deleted', `${others} Delete it yourself.`, error);
  }
}

function writeWhole(file: string, content: string): void {
  makeFolder(dirname(file));
  const written = `${file}.${randomUUID()}`;
  try {
    writeFileSync(written, content, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(written, file);
  } catch (error) {
    rmSync(written, { force: true });
    throw error;
  }
}

/** Not with `recursive`: Node.js never returns where a folder exists and the system denies the existence of new ones. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

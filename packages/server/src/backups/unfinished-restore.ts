import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDurably } from '../ground/database/owner-only.ts';

const markIn = (folder: string): string => join(folder, 'unfinished-restore');

/** Marks a data folder while a backup is restored into it: a killed restore leaves only a part of the data. */
export function beginRestore(folder: string): void {
  createDurably(markIn(folder), '');
}

export function endRestore(folder: string): void {
  rmSync(markIn(folder));
}

/** What to do with a folder that has only a part of a backup, or `undefined` for any other folder. */
export function unfinishedRestoreIn(folder: string): string | undefined {
  if (!existsSync(markIn(folder))) return undefined;
  return `A restore into ${folder} has not ended. If none is running, it was interrupted: delete the folder, and restore again.`;
}

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDurably } from '../ground/database/owner-only.ts';

const markIn = (folder: string): string => join(folder, 'unfinished-restore');

/** Marks a data folder while data is copied into it: a killed restore or rewind leaves only a part of its result. */
export function beginFilling(folder: string): void {
  createDurably(markIn(folder), '');
}

export function endFilling(folder: string): void {
  rmSync(markIn(folder));
}

/** What to do with a folder that has only a part of the data, or `undefined` for any other folder. */
export function unfinishedIn(folder: string): string | undefined {
  if (!existsSync(markIn(folder))) return undefined;
  return `A restore or a rewind into ${folder} has not ended. If none is running, it was interrupted: delete the folder, and repeat it.`;
}

import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Shortage } from '../../ground/database/database.ts';
import { ownerOnly } from '../../ground/database/owner-only.ts';
import { checkKey, FileMissing, type FileStore, FilesUnavailable } from './file-store.ts';

/** Stores files in a folder that only the server's user may read. Give it sealed content. */
export function createDiskFileStore(folder: string): FileStore {
  const pathOf = (key: string): string => join(folder, checkKey(key));
  return {
    put: async (key, content) => {
      const path = pathOf(key);
      const unfinished = `${path}.part`;
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await writeWhole(unfinished, content);
        await rename(unfinished, path);
        await syncFolder(dirname(path));
      } catch (error) {
        throw translated(error);
      }
    },
    read: (key, from = 0) => readFile(pathOf(key), from),
    remove: async (key) => {
      try {
        await rm(pathOf(key), { force: true });
        await rm(`${pathOf(key)}.part`, { force: true });
      } catch (error) {
        throw translated(error);
      }
    },
  };
}

async function writeWhole(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', ownerOnly);
  try {
    for await (const bytes of content) await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(path, { force: true }).catch(() => undefined); // A later attempt under this key begins it anew.
    throw error;
  }
  await file.close();
}

/** What the disk lacks, or whoever mounted it, and no request is to blame for. */
const shortages: Readonly<Record<string, Shortage>> = {
  ENOSPC: 'FULL',
  EDQUOT: 'FULL',
  EROFS: 'AWAY',
  EACCES: 'AWAY',
  EPERM: 'AWAY',
  EIO: 'AWAY',
  ENOENT: 'AWAY', // Node.js says so where a read-only disk refuses the folder.
  ENOTDIR: 'AWAY', // Something else is in the place of the folder.
  ELOOP: 'AWAY',
  ENODEV: 'AWAY',
  ENXIO: 'AWAY',
  ESTALE: 'AWAY',
  EMFILE: 'BUSY',
  ENFILE: 'BUSY',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function translated(error: unknown): unknown {
  const shortage = shortages[codeOf(error)];
  return shortage === undefined ? error : new FilesUnavailable(shortage, error);
}

/** A new name is durable once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

async function* readFile(path: string, start: number): AsyncGenerator<Uint8Array> {
  try {
    const file = await open(path, 'r');
    yield* file.createReadStream({ start });
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new FileMissing(`there is no file ${path}`) : translated(error);
  }
}

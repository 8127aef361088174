import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseUnavailable } from '../../ground/database/database.ts';
import { ownerOnly } from '../../ground/database/owner-only.ts';
import { checkKey, FileMissing, type FileStore } from './file-store.ts';

/** Stores files in a folder that only the server's user may read. Give it sealed content. */
export function createDiskFileStore(folder: string): FileStore {
  const pathOf = (key: string): string => join(folder, checkKey(key));
  return {
    put: async (key, content) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const unfinished = `${path}.part`;
      const file = await open(unfinished, 'w', ownerOnly);
      try {
        for await (const bytes of content) await file.writeFile(bytes);
        await file.sync();
      } catch (error) {
        await file.close();
        await rm(unfinished, { force: true });
        throw isOutOfRoom(error) ? new DatabaseUnavailable('FULL', error) : error;
      }
      await file.close();
      await rename(unfinished, path);
      await syncFolder(dirname(path));
    },
    read: (key, from = 0) => readFile(pathOf(key), from),
    remove: async (key) => {
      await rm(pathOf(key), { force: true });
      await rm(`${pathOf(key)}.part`, { force: true });
    },
  };
}

function isOutOfRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** A new name is durable once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

async function* readFile(path: string, start: number): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new FileMissing(`there is no file ${path}`) : error;
  });
  yield* file.createReadStream({ start });
}

import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Shortage } from '../../ground/database/database.ts';
import { ownerOnly } from '../../ground/database/owner-only.ts';
import { hasSpaceForFiles } from './disk-space.ts';
import { checkKey, FileMissing, type FileStore, FilesUnavailable } from './file-store.ts';

/** Stores files in a folder that only the server's user may read. The content must be sealed already. */
export function createDiskFileStore(folder: string): FileStore {
  const pathOf = (key: string): string => join(folder, checkKey(key));
  return {
    put: async (key, content) => {
      const path = pathOf(key);
      const unfinished = `${path}.part`;
      try {
        const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await writeWhole(unfinished, content);
        await rename(unfinished, path);
        await syncFolder(dirname(path));
        if (created !== undefined) await syncFolder(dirname(created));
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

/** Other files may take the space meanwhile. */
const bytesBetweenChecks = 1024 * 1024;

async function writeWhole(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', ownerOnly);
  try {
    let unchecked = bytesBetweenChecks;
    for await (const bytes of content) {
      unchecked += bytes.length;
      if (unchecked > bytesBetweenChecks) {
        await requireSpace(dirname(path));
        unchecked = 0;
      }
      await file.writeFile(bytes);
    }
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(path, { force: true }).catch(() => undefined); // A later attempt under this key starts from scratch.
    throw error;
  }
  await file.close();
}

async function requireSpace(folder: string): Promise<void> {
  if (await hasSpaceForFiles(folder)) return;
  throw new FilesUnavailable('FULL', new Error('the rest of the disk is reserved for payments'));
}

/** Errors of the disk or its mount, which no request can cause. */
const shortages: Readonly<Record<string, Shortage>> = {
  ENOSPC: 'FULL',
  EDQUOT: 'FULL',
  EROFS: 'AWAY',
  EACCES: 'AWAY',
  EPERM: 'AWAY',
  EIO: 'AWAY',
  ENOENT: 'AWAY', // Node.js reports this if a read-only disk refuses to create the folder.
  ENOTDIR: 'AWAY', // Something that is not a folder has its name.
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

/** A new name is durable only after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* readFile(path: string, start: number): AsyncGenerator<Uint8Array> {
  try {
    const file = await open(path, 'r');
    yield* file.createReadStream({ start });
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new FileMissing(`there is no file ${path}`) : translated(error);
  }
}

import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { makeFolder, ownerOnly } from '../ground/database/owner-only.ts';

/** One file of a backup. */
export interface BackupPart {
  /** The path in the folder of the backup, with slashes. */
  readonly path: string;
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

export const storeNames = { sqlite: 'store.sqlite', postgres: 'store.pgdump' } as const;

/** The paths that a backup may have. Any other path could lead out of the folder. */
const partForm = /^(store\.(sqlite|pgdump)|files\/\d+\/[0-9a-f-]{36}|keys\/(master\.key|credentials\.json))$/;

export function isPartPath(path: string): boolean {
  return partForm.test(path);
}

/** Every file below a folder, by its path in it, with slashes. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .sort();
}

/** Size and checksum of a file on the disk. */
export async function measurePart(folder: string, path: string): Promise<BackupPart> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(join(folder, path))) {
    hash.update(piece);
    bytes += (piece as Uint8Array).length;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** Copies a file so that only its owner may read it. It is durable once the promise resolves. */
export async function copyDurably(from: string, to: string): Promise<void> {
  makeFolder(dirname(to));
  const source = await open(from, 'r');
  try {
    const target = await open(to, 'wx', ownerOnly);
    try {
      for await (const piece of source.createReadStream({ autoClose: false })) await target.writeFile(piece);
      await target.sync();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Writes a text that only its owner may read. It is durable once the promise resolves. */
export async function writeDurably(path: string, text: string): Promise<void> {
  makeFolder(dirname(path));
  const file = await open(path, 'wx', ownerOnly);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Removes an unfinished folder. One that cannot be removed, such as a mount point, is left empty. */
export function discard(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  try {
    rmdirSync(folder);
  } catch {}
}

/** A folder that contains anything is taken. */
export function isTaken(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

import { statfs } from 'node:fs/promises';

const mostReservedBytes = 1024 ** 3;

/**
 * Files leave this much of their disk free: a gigabyte, or a twentieth of a smaller disk. The store of payments may be
 * on it, and a platform may upload as much as it wants.
 */
function reservedBytesOf(totalBytes: number): number {
  return Math.min(mostReservedBytes, totalBytes / 20);
}

/** Whether the disk of a folder has space for files. */
export async function hasSpaceForFiles(folder: string): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize >= reservedBytesOf(blocks * bsize);
}

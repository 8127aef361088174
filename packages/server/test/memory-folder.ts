import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const neededBytes = 2 ** 30;

/**
 * The folder for stores of tests. If the machine has a file system in memory with space, it is there, since a flush
 * costs nothing and no test cuts the power; otherwise it is the folder for temporary files.
 */
export function memoryFolder(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > neededBytes ? memory : tmpdir();
}

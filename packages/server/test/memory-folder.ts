import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const neededBytes = 2 ** 30;

/**
 * The folder for stores of tests. Where the machine has a file system in memory with room it is that, since a flush
 * to disk costs nothing there and no test cuts the power; elsewhere it is the one for temporary files.
 */
export function memoryFolder(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > neededBytes ? memory : tmpdir();
}

import { backup, DatabaseSync } from 'node:sqlite';
import { makePrivate } from './owner-only.ts';

/** The number of pages of one step. Between two steps the process can do other work. */
const pagesAtOnce = 500;

/**
 * Copies the store at one moment into a new file. A server can write meanwhile, and waits for nothing. `onProgress`
 * gets the copied share, from 0 to 1.
 */
export async function copySqlite(
  from: string,
  to: string,
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  try {
    makePrivate(to);
    // An open read fixes the moment. Without it SQLite starts again after each commit, and never ends under load.
    source.exec('BEGIN; SELECT 1 FROM sqlite_master');
    await backup(source, to, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) => onProgress(1 - remainingPages / Math.max(1, totalPages)),
    });
  } finally {
    source.close();
  }
}

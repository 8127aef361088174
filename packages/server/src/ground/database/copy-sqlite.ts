import { backup, DatabaseSync } from 'node:sqlite';
import { makePrivate } from './owner-only.ts';

/** Pages of one step; between two steps whoever else works in this process has a turn. */
const pagesAtOnce = 500;

/**
 * Copies the store of one moment into a new file; a server goes on writing meanwhile, and waits for nothing.
 * `onProgress` is told the share that is copied, from 0 to 1.
 */
export async function copySqlite(
  from: string,
  to: string,
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  try {
    makePrivate(to);
    // An open read holds the moment. Without it SQLite begins anew after each commit of a server, and never ends under load.
    source.exec('BEGIN; SELECT 1 FROM sqlite_master');
    await backup(source, to, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) => onProgress(1 - remainingPages / Math.max(1, totalPages)),
    });
  } finally {
    source.close();
  }
}

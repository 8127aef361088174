import { statSync } from 'node:fs';
import { DatabaseUnavailable } from './database.ts';

/**
 * Remembers the files of an open store. The returned function throws once one of them is no longer in its place. SQLite
 * continues to use a deleted or replaced file, and its later commits would be lost with the process.
 */
export function holdFiles(file: string): () => void {
  const files = file === ':memory:' ? [] : [file, `${file}-wal`];
  // A file that does not exist yet may be created later, and is then the right one.
  const held = files.map((path) => ({ path, inode: inodeOf(path) })).filter(({ inode }) => typeof inode === 'number');
  return () => {
    for (const { path, inode } of held) {
      if (inode === inodeOf(path)) continue;
      throw new DatabaseUnavailable(
        'AWAY',
        `${path} is no longer the opened file: restore that file, or restart the server on the current one`,
      );
    }
  };
}

/** `UNSEEN` if the folder denies access, which says nothing about the file. */
function inodeOf(path: string): number | 'GONE' | 'UNSEEN' {
  try {
    return statSync(path, { throwIfNoEntry: false })?.ino ?? 'GONE';
  } catch {
    return 'UNSEEN';
  }
}

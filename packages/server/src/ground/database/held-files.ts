import { statSync } from 'node:fs';
import { DatabaseUnavailable } from './database.ts';

/**
 * Remembers the files of an open store; what it answers throws once one of them is not in its place any more. SQLite goes on
 * in a file that was deleted or replaced, and what it commits there is gone with the process.
 */
export function holdFiles(file: string): () => void {
  const files = file === ':memory:' ? [] : [file, `${file}-wal`];
  // One that is not there yet may come, and is then the right one.
  const held = files.map((path) => ({ path, inode: inodeOf(path) })).filter(({ inode }) => typeof inode === 'number');
  return () => {
    for (const { path, inode } of held) {
      if (inode === inodeOf(path)) continue;
      throw new DatabaseUnavailable(
        'AWAY',
        `${path} is not the file any more that was opened: put that one back, or start the server again on what is there now`,
      );
    }
  };
}

/** `UNSEEN` where the folder does not let it be looked at: that says nothing about the file. */
function inodeOf(path: string): number | 'GONE' | 'UNSEEN' {
  try {
    return statSync(path, { throwIfNoEntry: false })?.ino ?? 'GONE';
  } catch {
    return 'UNSEEN';
  }
}

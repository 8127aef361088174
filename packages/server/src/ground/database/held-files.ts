import { type Stats, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from './database.ts';
import { holdPages } from './held-pages.ts';

interface Held {
  readonly path: string;
  readonly inode: number;
  /** The most bytes seen. SQLite itself rarely makes a file smaller. */
  bytes: number;
  /** The fewest bytes that hold what SQLite has committed. */
  readonly leastBytes: (handle: DatabaseSync) => number;
}

/**
 * Remembers the files of an open store. The returned function throws once one of them is no longer in its place, or was
 * cut short. SQLite continues to use a deleted, replaced or cut file, and its later commits would be lost with the
 * process. `reader` reads the committed state, also while a transaction is open.
 */
export function holdFiles(file: string, reader: DatabaseSync | null): () => void {
  if (reader === null) return () => undefined;
  const files = [
    { path: file, leastBytes: bytesOfPages },
    { path: `${file}-wal`, leastBytes: bytesOfLog },
  ];
  // A file that does not exist yet may be created later, and is then the right one.
  const held = files.flatMap(({ path, leastBytes }): Held[] => {
    const stats = statsOf(path);
    return typeof stats === 'string' ? [] : [{ path, inode: stats.ino, bytes: stats.size, leastBytes }];
  });
  const isOfSqlite = holdPages(file, reader);
  return () => {
    for (const one of held) requireWhole(one, reader);
    if (!isOfSqlite()) throw spoilt(file, 'overwritten');
  };
}

function requireWhole(held: Held, reader: DatabaseSync): void {
  const stats = statsOf(held.path);
  if (stats === 'UNSEEN') return;
  if (stats === 'GONE' || stats.ino !== held.inode) {
    throw new DatabaseUnavailable(
      'AWAY',
      `${held.path} is no longer the opened file: restore that file, or restart the server on the current one`,
    );
  }
  // Another process may have made it smaller through SQLite: by a checkpoint that truncates, or by VACUUM.
  if (stats.size < held.bytes && stats.size < held.leastBytes(reader)) {
    throw spoilt(held.path, 'cut short or overwritten');
  }
  held.bytes = stats.size;
}

function spoilt(path: string, how: string): DatabaseUnavailable {
  return new DatabaseUnavailable(
    'AWAY',
    `${path} was ${how} by another program: stop the server, and restore a backup`,
  );
}

/** `UNSEEN` if the folder denies access, which says nothing about the file. */
function statsOf(path: string): Stats | 'GONE' | 'UNSEEN' {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? 'GONE';
  } catch {
    return 'UNSEEN';
  }
}

function bytesOfPages(reader: DatabaseSync): number {
  return pragma(reader, 'page_count') * pragma(reader, 'page_size');
}

/** The log has a head of 32 bytes, and each frame in it one of 24. */
function bytesOfLog(reader: DatabaseSync): number {
  // This checkpoint only counts.
  const frames = pragma(reader, 'wal_checkpoint(NOOP)', 'log');
  return frames === 0 ? 0 : 32 + frames * (24 + pragma(reader, 'page_size'));
}

/** Infinite if SQLite cannot read its files any more. */
function pragma(reader: DatabaseSync, text: string, column = text): number {
  try {
    return Number(reader.prepare(`PRAGMA ${text}`).get()?.[column]);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

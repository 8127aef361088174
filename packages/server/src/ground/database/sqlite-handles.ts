import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable, DatabaseUnusable } from './database.ts';
import { refuseForeign } from './migrate.ts';
import { makePrivate, narrow } from './owner-only.ts';
import { translated } from './sqlite-errors.ts';

const durability = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;';

/**
 * Savepoints keep their journal in memory instead of a file, 16 MiB of pages stay cached, and the log is checkpointed
 * every 4,000 pages. Together they save most of the writes of a payment.
 */
const sizes = 'PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4000;';

export function openWriter(file: string, prepare: (writer: DatabaseSync) => void): DatabaseSync {
  // SQLite gives its log the file mode of the database.
  if (file !== ':memory:') makePrivate(file);
  return openHandle(file, (writer) => {
    for (const suffix of ['', '-wal', '-shm']) narrow(`${file}${suffix}`);
    writer.exec(durability);
    writer.exec(sizes);
    prepare(writer);
    // From now on, writers wait outside SQLite, without blocking the process.
    writer.exec('PRAGMA busy_timeout = 0;');
  });
}

export function openReader(file: string): DatabaseSync {
  return openHandle(file, (reader) => reader.exec('PRAGMA query_only = ON;'));
}

function openHandle(file: string, prepare: (handle: DatabaseSync) => void): DatabaseSync {
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(file, { timeout: 10_000 });
    refuseForeign(handle);
    prepare(handle);
    return handle;
  } catch (error) {
    handle?.close();
    throw asUnusable(file, error);
  }
}

/** What to do with an unusable file, by the result code of SQLite. */
const remedies: Readonly<Record<number, string>> = {
  8: 'Make it writable',
  10: 'Check its disk and the free space there',
  11: 'Restore it from a copy',
  13: 'Free some space',
  14: 'Make it readable',
  26: 'Restore it from a copy',
};

/** Turns SQLite's error about an unusable file into one line that names the file and the fix. */
export function asUnusable(file: string, thrown: unknown): unknown {
  const error = thrown instanceof DatabaseUnavailable ? thrown.cause : thrown;
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return thrown;
  const remedy = remedies[error.errcode & 0xff];
  if (remedy === undefined) return translated(error);
  return new DatabaseUnusable(
    `The database file ${file} cannot be used: ${error.message}. ${remedy}, or choose another folder with --data.`,
    { cause: error },
  );
}

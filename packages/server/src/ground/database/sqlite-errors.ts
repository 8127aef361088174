import { DatabaseUnavailable, type Shortage, UniqueViolation } from './database.ts';

/** SQLite errors that the statement has not caused, by primary result code. */
const shortages: Readonly<Record<number, Shortage>> = {
  5: 'BUSY', // another process writes
  6: 'BUSY',
  7: 'BUSY', // no memory
  8: 'AWAY', // the file has become read-only
  10: 'AWAY', // the disk fails
  13: 'FULL',
  14: 'AWAY', // the file cannot be opened any more
  15: 'BUSY',
};

/** Translates an error of SQLite. */
export function translated(error: unknown): unknown {
  const prefix = 'UNIQUE constraint failed: ';
  if (!(error instanceof Error)) return error;
  if (error.message.startsWith(prefix)) return new UniqueViolation(error.message.slice(prefix.length), error);
  const shortage = shortages[resultOf(error)];
  return shortage === undefined ? error : new DatabaseUnavailable(shortage, error);
}

/** Another process holds the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && resultOf(error) === 5;
}

/** SQLite cannot read back what it has written. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && [10, 11, 26].includes(resultOf(error));
}

function resultOf(error: Error): number {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
}

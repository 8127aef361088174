import pg from 'pg';
import { DatabaseUnavailable, type Shortage, UniqueViolation } from './database.ts';

/** PostgreSQL errors that the statement has not caused, by SQLSTATE or its class. */
const shortages: Readonly<Record<string, Shortage>> = {
  '08': 'AWAY', // the connection
  '57P': 'AWAY', // it is shut down, has crashed, or is starting
  '25P03': 'AWAY', // the process stood still inside a unit for too long
  '25006': 'AWAY', // a standby that has not taken over yet takes no writes
  '58030': 'AWAY', // the disk fails
  '42P01': 'AWAY', // a table is out of reach: search_path leads elsewhere, or the table was renamed
  '42501': 'AWAY', // the role has lost its rights
  '53100': 'FULL', // the disk is full
  '53': 'BUSY', // too many connections, no memory
  '55P03': 'BUSY', // a lock was not to be had
  '57014': 'BUSY', // a statement took too long
  '40001': 'BUSY', // serialization failure, after all repeats
  '40P01': 'BUSY', // deadlock, after all repeats
};

const uniqueViolation = '23505';
const lastWords = new Set(['FATAL', 'PANIC']);

/** The error of `pg` when an answer has taken too long. */
const readTimeout = 'Query read timeout';

export function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The connection is gone after these errors: PostgreSQL has closed it, or has not answered in time. */
export function endsConnection(error: unknown): boolean {
  return error instanceof pg.DatabaseError ? lastWords.has(error.severity ?? '') : isSilence(error);
}

/** PostgreSQL has not answered in time. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === readTimeout;
}

/**
 * The connection cannot write, and never will: one that was opened while the database was read-only stays read-only,
 * and behind a proxy it may lead to a standby.
 */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006';
}

/** A statement was prepared before a newer release changed its table. A new connection prepares it again and works. */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

/** Translates an error of PostgreSQL. */
export function translated(error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  if (isOutdatedPlan(error)) return new DatabaseUnavailable('BUSY', error);
  if (code === uniqueViolation) return new UniqueViolation((error as pg.DatabaseError).constraint ?? 'unknown', error);
  const shortage = shortages[code] ?? shortages[code.slice(0, 3)] ?? shortages[code.slice(0, 2)];
  return shortage === undefined ? error : new DatabaseUnavailable(shortage, error);
}

import type { Artifact } from './artifact.ts';
import type { Tables } from './tables.ts';
import { constantTable, generatedModule } from './typescript-source.ts';

const types = `
export type ErrorTable = typeof errorTable;

/** A code that an error body can carry. */
export type ErrorCode = keyof ErrorTable;

/** An HTTP status that a refusal can have. */
export type ErrorStatus = ErrorTable[ErrorCode]['status'];

/** The codes of one HTTP status. */
export type ErrorCodeWithStatus<Status extends ErrorStatus> = {
  [Code in ErrorCode]: ErrorTable[Code]['status'] extends Status ? Code : never;
}[ErrorCode];
`;

export function errorTable(tables: Tables): Artifact {
  const rows = Object.values(tables.errors).map(({ code, status, title, meaning, action, retryable }) => [
    code,
    { status, title, meaning: meaning.trim(), action: action.trim(), retryable },
  ]);
  const comment = 'What each error code means and what the caller can do about it.';
  return generatedModule('errors', [constantTable('errorTable', comment, Object.fromEntries(rows)), types]);
}

import type { Artifact } from './artifact.ts';
import type { Tables } from './tables.ts';
import { constantTable, generatedModule } from './typescript-source.ts';

const types = `
export type ErrorTable = typeof errorTable;

/** The code of an error response. */
export type ErrorCode = keyof ErrorTable;

/** The members of \`details\` of the errors with a code. */
export type ErrorDetailOf<Code extends ErrorCode> = ErrorTable[Code]['details'][number];

/** The HTTP status of a refusal. */
export type ErrorStatus = ErrorTable[ErrorCode]['status'];

/** The codes of one HTTP status. */
export type ErrorCodeWithStatus<Status extends ErrorStatus> = {
  [Code in ErrorCode]: ErrorTable[Code]['status'] extends Status ? Code : never;
}[ErrorCode];
`;

export function errorTable(tables: Tables): Artifact {
  const rows = Object.values(tables.errors).map(({ code, status, title, meaning, action, retryable, details = {} }) => {
    const members = Object.keys(details).map((member) => member.replace('?', ''));
    return [
      code,
      { status, title, meaning: meaning.trim(), action: action.trim(), retryable, details: members },
    ] as const;
  });
  const comment = "The meaning of each error code, the caller's next step, and the members of its details.";
  return generatedModule('errors', [constantTable('errorTable', comment, Object.fromEntries(rows)), types]);
}

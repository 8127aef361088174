import { type ErrorCode, errorTable } from '@payments-platform/types';

/** Whether a text is a code of the error catalogue of this client version. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}

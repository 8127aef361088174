import { type ErrorCode, errorTable } from '@payments-platform/types';

/** Whether a text is a code of the error catalogue, as this version of the client knows it. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}

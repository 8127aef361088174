import { errorTable } from '@payments-platform/types';
import type { Refusal } from '../operation/operation.ts';

export interface ErrorReply {
  readonly status: number;
  readonly body: string;
}

/** The one place where a code becomes a status and an envelope. */
export function errorReply({ code, reason, details }: Refusal): ErrorReply {
  const { status } = errorTable[code];
  return { status, body: JSON.stringify({ status, code, reason, message: reason, details }) };
}

import { errorTable } from '@payments-platform/types';
import type { Refusal } from '../operation/operation.ts';

export interface ErrorReply {
  readonly status: number;
  readonly body: string;
}

interface ErrorBody {
  readonly status: number;
  readonly code: string;
  readonly reason: string;
  readonly message: string;
  readonly requestId?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The only place where a code becomes a status and an envelope. */
export function errorBody({ code, reason, details }: Refusal, requestId: string | undefined): ErrorBody {
  const { status } = errorTable[code];
  return { status, code, reason, message: reason, ...(requestId && { requestId }), ...(details && { details }) };
}

export function errorReply(refusal: Refusal, requestId?: string): ErrorReply {
  const body = errorBody(refusal, requestId);
  return { status: body.status, body: JSON.stringify(body) };
}

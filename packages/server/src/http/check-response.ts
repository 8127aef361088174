import type { OperationId } from '@payments-platform/types';
import { parseJson } from '../ground/json/json-text.ts';
import type { OperationValidator } from '../ground/specification/specification-validators.ts';
import { errorReply } from './error-reply.ts';
import type { Reply } from './run-operation.ts';

interface Operation {
  readonly id: OperationId;
  readonly validator: () => OperationValidator;
}

/** A response that breaks the specification is a bug. In tests and development it must fail. */
export function checkResponse(operation: Operation, { status, refusal, ...reply }: Reply, requestId: string): void {
  const body = refusal === undefined ? reply.body : errorReply(refusal, requestId).body;
  const problem = operation.validator().response(status, body === '' ? undefined : parseJson(body));
  if (problem !== undefined)
    throw new Error(`${operation.id} responded ${status} against the specification: ${problem}\n${body}`);
}

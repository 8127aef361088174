import { type ErrorCode, type ErrorCodeOf, type OperationId, operationTable } from '@payments-platform/types';
import type { Refusal } from './operation.ts';

/** The refusals that the specification lists for an operation. */
export type RefusalOf<O extends OperationId> = Refusal<Extract<ErrorCodeOf<O>, ErrorCode>>;

/**
 * A refusal of a verb that several operations share. The codes that one of them cannot meet are not among its own;
 * meeting one is a bug.
 */
export function declared<O extends OperationId>(operationId: O, refusal: Refusal): RefusalOf<O> {
  const codes: readonly string[] = Object.values(operationTable[operationId].errorCodes).flat();
  if (!codes.includes(refusal.code)) throw new Error(`${operationId} met ${refusal.code}, which it does not declare`);
  return refusal as RefusalOf<O>;
}

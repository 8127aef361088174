import { type ErrorCode, type ErrorCodeOf, type OperationId, operationTable } from '@payments-platform/types';
import type { Refusal } from './operation.ts';

/** The refusals that the specification lists for an operation. */
export type RefusalOf<O extends OperationId> = Refusal<Extract<ErrorCodeOf<O>, ErrorCode>>;

/**
 * Narrows a refusal of a function that several operations share to those that this operation declares. Any other code
 * is a bug, and throws.
 */
export function declared<O extends OperationId>(operationId: O, refusal: Refusal): RefusalOf<O> {
  const codes: readonly string[] = Object.values(operationTable[operationId].errorCodes).flat();
  if (!codes.includes(refusal.code)) throw new Error(`${operationId} got ${refusal.code}, which it does not declare`);
  return refusal as RefusalOf<O>;
}

import { type OperationId, operationTable } from '@payments-platform/types';

/**
 * Operations of the specification that are not built yet. They answer 501 NOT_IMPLEMENTED and are
 * counted as missing in the published coverage; building one means taking it off this list, after
 * which the server does not compile without its handler.
 */
export const notImplemented = [] as const satisfies readonly OperationId[];

export type NotImplemented = (typeof notImplemented)[number];

export function isNotImplemented(operationId: OperationId): boolean {
  return (notImplemented as readonly OperationId[]).includes(operationId);
}

/** The rows of the operation table that have a handler. */
export const servedOperations = Object.fromEntries(
  Object.entries(operationTable).filter(([id]) => !isNotImplemented(id as OperationId)),
) as Omit<typeof operationTable, NotImplemented>;

import type { OperationId } from '../../../types/src/index.ts';

/** Who calls, and what they must not get: a column of the matrix. */
export type Column =
  | 'no credentials'
  | 'wrong secret'
  | 'unknown token'
  | 'revoked token'
  | 'agent bearer'
  | 'deleted agent'
  | 'paused agent'
  | 'platform token'
  | 'missing permission'
  | 'other platform'
  | 'other environment'
  | 'other customer';

export interface Cell {
  readonly operation: OperationId;
  readonly column: Column;
  /** Which value was somebody else's, e.g. `path.quoteId`. */
  readonly place?: string;
}

/** A cell that does not hold: data or effects leak, or an answer tells more than it may. */
export interface Leak extends Cell {
  readonly problem: string;
}

/** What the matrix cannot say of an operation until somebody adds to it. */
export interface Gap {
  readonly operation: string;
  readonly problem: string;
}

export function nameOf({ operation, column, place }: Cell): string {
  return place === undefined ? `${operation}, ${column}` : `${operation}, ${column}, ${place}`;
}

import type { OperationId } from '../../../types/src/index.ts';

/** The unauthorized caller: a column of the matrix. */
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
  /** The value that belonged to another platform, e.g. `path.quoteId`. */
  readonly place?: string;
}

/** A failed cell: data or effects leak, or a response reveals too much. */
export interface Leak extends Cell {
  readonly problem: string;
}

/** An operation that the matrix cannot test until it is extended. */
export interface Gap {
  readonly operation: string;
  readonly problem: string;
}

export function nameOf({ operation, column, place }: Cell): string {
  return place === undefined ? `${operation}, ${column}` : `${operation}, ${column}, ${place}`;
}

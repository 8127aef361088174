import type {
  IncomingTransactionFailureReason,
  OutgoingTransactionFailureReason,
  StateOf,
} from '@payments-platform/types';
import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

/** A transaction as it is stored. */
export type TransactionRow = Selectable<Schema['transactions']>;

/** Its status and failure reason are those of its type, because `moveTransaction` moves it by the table of its type. */
export type OutgoingRow = TransactionRow & {
  readonly type: 'OUTGOING';
  readonly status: StateOf<'outgoing-transaction'>;
  readonly failure_reason: OutgoingTransactionFailureReason | null;
};
export type IncomingRow = TransactionRow & {
  readonly type: 'INCOMING';
  readonly status: StateOf<'incoming-transaction'>;
  readonly failure_reason: IncomingTransactionFailureReason | null;
};

export function isOutgoing(row: TransactionRow): row is OutgoingRow {
  return row.type === 'OUTGOING';
}

export function isIncoming(row: TransactionRow): row is IncomingRow {
  return row.type === 'INCOMING';
}

import type {
  IncomingTransactionFailureReason,
  OutgoingTransactionFailureReason,
  StateOf,
} from '@payments-platform/types';
import type { Selectable } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';

/** The columns of every transaction. */
export type StoredTransaction = Selectable<Schema['transactions']>;
export type RefundRow = Selectable<Schema['refunds']>;
export type RealtimeFundingRow = Selectable<Schema['realtime_fundings']>;
export type UmaPaymentRow = Selectable<Schema['uma_payments']>;

/** The parts that only some transactions have, each in a table of its own. */
export interface TransactionParts {
  readonly refund: RefundRow | null;
  /** Only if the money is paid in for the quote. */
  readonly realtimeFunding: RealtimeFundingRow | null;
  /** Only if it comes from a UMA address, or is settled with another provider or another customer of this platform. */
  readonly uma: UmaPaymentRow | null;
}

/** A transaction as it is stored, with its parts. */
export type TransactionRow = StoredTransaction &
  TransactionParts & {
    /**
     * Only on a row that is being saved: when `due_action` is due, `null` for never; without it, the timer is
     * unchanged.
     */
    readonly due_at?: Instant | null;
  };

/** Its status and failure reason are those of its type, because `movePayment` moves it by the table of its type. */
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

/** A payment to a UMA address that is passed on to an external account, chosen by its customer. */
export function isPassedOn({ type, destination_account_id: id }: TransactionRow): boolean {
  return type === 'INCOMING' && id?.startsWith('ExternalAccount:') === true;
}

/** One of the two payments between two customers of the platform. */
export function hasPeerTransaction({ uma }: TransactionRow): boolean {
  return uma !== null && uma.peer_transaction_id !== null;
}

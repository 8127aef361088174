import type { Collection } from '../../engines/rails/collections.ts';
import type { TransactionRow } from './transaction-row.ts';

/** The part of a pull that the bank of its source is told. */
export function directDebitOf(row: TransactionRow): Collection {
  if (row.payment_rail === null || row.source_identifier === null)
    throw new Error(`${row.id} takes money from no account outside`);
  return {
    transactionId: row.id,
    rail: row.payment_rail,
    currency: row.sent_currency,
    sourceIdentifier: row.source_identifier,
    submittedAt: row.submitted_at ?? row.created_at,
  };
}

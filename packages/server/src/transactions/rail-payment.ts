import type { RailName, RailPayment } from '../rails/rails.ts';
import type { TransactionRow } from './transaction-row.ts';

/** The part of a transaction that the outside world is told. */
export function railPaymentOf(row: TransactionRow): RailPayment {
  return {
    transactionId: row.id,
    rail: (row.payment_rail ?? row.network ?? 'INTERNAL') as RailName,
    destinationIdentifier: row.destination_identifier,
    submittedAt: row.submitted_at ?? row.created_at,
    deliveredAt: row.settled_at,
    refundedAt: row.refund_status === 'COMPLETED' ? row.refund_settled_at : null,
  };
}

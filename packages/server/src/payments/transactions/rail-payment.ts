import type { Collection } from '../../engines/rails/collections.ts';
import type { RailName, RailPayment } from '../../engines/rails/rails.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import type { TransactionRow } from './transaction-row.ts';

/**
 * The part of a transaction that the outside world is told. `passedOnTo` is the identifier of the external
 * account that a payment to a UMA address is passed on to.
 */
export function railPaymentOf(row: TransactionRow, passedOnTo: string | null = null): RailPayment {
  return {
    transactionId: row.id,
    rail: railOf(row),
    currency: row.received_currency,
    destinationIdentifier: row.type === 'OUTGOING' ? row.destination_identifier : passedOnTo,
    sourceIdentifier: isUmaAddress(row.source_identifier) ? row.source_identifier : null,
    submittedAt: row.submitted_at ?? row.created_at,
    deliveredAt: row.settled_at,
    refundedAt: refundEndedAt(row),
  };
}

/** A UMA payment goes over no rail that the platform chooses. */
function railOf(row: TransactionRow): RailName {
  // Once a pull is collected, what is left of its way is inside the service.
  if (row.funding === 'COLLECTION') return 'INTERNAL';
  const rail = row.payment_rail ?? row.network;
  if (rail !== null) return rail;
  return isUmaAddress(row.destination_identifier) || isUmaAddress(row.source_identifier) ? 'UMA' : 'INTERNAL';
}

function isUmaAddress(identifier: string | null): identifier is string {
  return identifier?.startsWith('$') === true;
}

function refundEndedAt({ refund, updated_at: at }: TransactionRow): Instant | null {
  return refund?.status === 'FAILED' ? at : (refund?.settled_at ?? null);
}

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

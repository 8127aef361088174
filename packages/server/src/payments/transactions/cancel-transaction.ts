import type { Instant } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Deps } from '../../operation/deps.ts';
import { type ExternalHandler, type Refusal, refuse } from '../../operation/operation.ts';
import { cancelPayment } from './apply-rail-report.ts';
import { findTransaction, unknownTransaction } from './find-transaction.ts';
import { failUnpaid } from './payment-steps.ts';
import { directDebitOf, railPaymentOf } from './rail-payment.ts';
import { TransactionMoved } from './transaction-moved.ts';
import type { TransactionRow } from './transaction-row.ts';
import { viewTransaction } from './transaction-view.ts';
import { findQuoteExpiry, insertDecision } from './transactions-repository.ts';

/** The bank rails that can stop a payment. */
const cancellableRails: ReadonlySet<string> = new Set(['ACH', 'WIRE']);

/** Asks the rail to stop the payment, with no unit open, and then records that it did. */
export const cancelTransaction: ExternalHandler<'cancelTransaction'> = async (call) => {
  const { input, tenant, deps } = call;
  const { transactionId: id } = input.path;
  const { row, priceEnd } = await deps.database.read((unit) => readPayment(unit, tenant, id));
  if (row === undefined) return unknownTransaction(id);
  const refused = refuseState(row) ?? refuseRail(row) ?? refusePrice(row, priceEnd, call.now);
  if (refused !== undefined) return refused;
  if (!(await stop(deps, row))) return tooLate('The rail can no longer stop the payment. Let it finish.');
  try {
    const now = deps.clock.now();
    const reason = input.body?.reason ?? null;
    return await deps.database.transaction(async (unit) => {
      const current = await findTransaction(unit, tenant, id);
      if (current === undefined) return unknownTransaction(id);
      const moved = refuseState(current);
      if (moved !== undefined) return moved;
      const context = { unit, tenant, now, deps };
      const cancelled = isCollected(current)
        ? await cancelPayment(context, current)
        : await failUnpaid(context, current, 'COLLECTION_FAILED');
      insertDecision(unit, current, reason, now);
      return { status: 200, body: viewTransaction(cancelled) };
    });
  } catch (error) {
    // Another request or a worker was faster, and its result decides.
    if (error instanceof TransactionMoved) return cancelTransaction(call);
    throw error;
  }
};

interface Payment {
  readonly row: TransactionRow | undefined;
  /** Until when the price of a conversion could be left alone; `undefined` for a payment without a conversion. */
  readonly priceEnd: Instant | undefined;
}

async function readPayment(unit: Unit, tenant: number, id: string): Promise<Payment> {
  const row = await findTransaction(unit, tenant, id);
  const isConverted = row !== undefined && row.sent_currency !== row.received_currency;
  const quoteId = isConverted ? row.quote_id : null;
  return { row, priceEnd: quoteId === null ? undefined : await findQuoteExpiry(unit, tenant, quoteId) };
}

/** A direct debit is stopped at the bank of its source, any other payment at its rail. */
function stop(deps: Deps, row: TransactionRow): Promise<boolean> {
  const { rails, collections, clock } = deps;
  return row.funding === 'COLLECTION'
    ? collections.cancel(directDebitOf(deps, row), clock.now())
    : rails.cancel(railPaymentOf(deps, row), clock.now());
}

/** While a direct debit is only requested, nothing has been taken yet. */
function isCollected({ funding, status }: TransactionRow): boolean {
  return funding !== 'COLLECTION' || status !== 'PENDING';
}

function isBeingCollected(row: TransactionRow): boolean {
  return !isCollected(row) && row.submitted_at !== null;
}

/** A rail that settles at once is past the point of cancellation from the start. */
function refuseRail({ payment_rail: rail }: TransactionRow): Refusal<'TRANSACTION_NOT_CANCELLABLE'> | undefined {
  if (rail !== null && cancellableRails.has(rail)) return undefined;
  const kind = rail === null ? 'does not go over a bank rail' : `goes over ${rail}`;
  return tooLate(`The payment ${kind}; only payments over ACH and wire can be stopped. Let it finish.`);
}

/**
 * A refund returns what was taken, at the old price. So a conversion that could be cancelled until the payment arrives
 * would be a free option on the rate, for days.
 */
function refusePrice(
  { sent_currency: sent, received_currency: received }: TransactionRow,
  priceEnd: Instant | undefined,
  now: Instant,
): Refusal<'TRANSACTION_NOT_CANCELLABLE'> | undefined {
  if (priceEnd === undefined || now < priceEnd) return undefined;
  return tooLate(`It converts ${sent} to ${received} at a price that expired at ${priceEnd}. Let it finish.`);
}

function refuseState(row: TransactionRow): Refusal<'TRANSACTION_NOT_CANCELLABLE'> | undefined {
  if (row.refund !== null) return tooLate('The money of the payment is already being refunded. Read its refund.');
  if (row.status === 'PROCESSING' || isBeingCollected(row)) return undefined;
  return row.status === 'PENDING' || row.status === 'PENDING_AUTHORIZATION'
    ? tooLate(`It is ${row.status}: nothing has left the source. Let its quote expire.`)
    : tooLate(`It is ${row.status} and can no longer be cancelled.`);
}

function tooLate(reason: string): Refusal<'TRANSACTION_NOT_CANCELLABLE'> {
  return refuse('TRANSACTION_NOT_CANCELLABLE', reason);
}

import type { Deps } from '../../operation/deps.ts';
import { type ExternalHandler, type Refusal, refuse } from '../../operation/operation.ts';
import { cancelPayment } from './apply-rail-report.ts';
import { findTransaction, unknownTransaction } from './find-transaction.ts';
import { failUnpaid } from './payment-steps.ts';
import { directDebitOf, railPaymentOf } from './rail-payment.ts';
import { TransactionMoved } from './transaction-moved.ts';
import type { TransactionRow } from './transaction-row.ts';
import { viewTransaction } from './transaction-view.ts';
import { insertDecision } from './transactions-repository.ts';

/** The bank rails that can stop a payment. */
const cancellableRails: ReadonlySet<string> = new Set(['ACH', 'WIRE']);

/** Asks the rail to stop the payment, with no unit open, and then records that it did. */
export const cancelTransaction: ExternalHandler<'cancelTransaction'> = async (call) => {
  const { input, tenant, deps } = call;
  const { transactionId: id } = input.path;
  const row = await deps.database.read((unit) => findTransaction(unit, tenant, id));
  if (row === undefined) return unknownTransaction(id);
  const refused = refuseState(row) ?? refuseRail(row);
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

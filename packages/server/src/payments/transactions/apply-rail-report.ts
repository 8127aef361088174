import type { ClearanceReport } from '../../engines/funding/funding.ts';
import type { Entry } from '../../engines/ledger/entry.ts';
import { canBeCredited } from '../../engines/ledger/receiving.ts';
import type { CollectionReport } from '../../engines/rails/collections.ts';
import type { PayoutFailure, RailReport } from '../../engines/rails/rails.ts';
import { mustMove } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { findCustomer } from '../../people/customers/find-customer.ts';
import { mustMovePayment, tableOf } from './move-payment.ts';
import {
  feeClaims,
  lateDeliveryEntry,
  refundSettleEntry,
  refundStartEntry,
  returnEntry,
  settleEntry,
} from './payment-entries.ts';
import { failPayment, failUnpaid, idle, startFundedPayment, startOfRefund } from './payment-steps.ts';
import { wakePeerTransaction } from './peer-transaction.ts';
import { feeAccount, feePayer } from './platform-fee.ts';
import type { RefundPoll } from './poll-refund.ts';
import { refundAccount } from './refund-account.ts';
import { isPassedOn, type TransactionRow } from './transaction-row.ts';
import { saveTransaction } from './transactions-repository.ts';

/** Applies a rail report to a payment, with its money and events, in the caller's unit. */
export async function applyRailReport(context: WorkContext, row: TransactionRow, report: RailReport): Promise<void> {
  switch (report.kind) {
    case 'IN_TRANSIT':
      return schedulePoll(context, row, report.nextPollAt);
    case 'FINAL':
      return isCancelled(row) ? endCancelled(context, row) : schedulePoll(context, row, null);
    case 'HELD':
      return hold(context, row, report);
    case 'LOST':
      await failPayment(context, row, { reason: 'QUOTE_EXECUTION_FAILED', refundReason: 'TIMEOUT' });
      return;
    case 'DELIVERED':
      return row.refund === null ? deliver(context, row, report) : deliverLate(context, row, report);
    case 'FAILED':
      await failPayment(context, row, { reason: failureOf(row, report.reason) });
      return;
    case 'CANCELLED':
      await cancelPayment(context, row);
      return;
    case 'RETURNED':
      return takeBack(context, row);
  }
}

/** The failure reasons that an incoming payment inside the service keeps; any other becomes `OFFRAMP_FAILED`. */
const alsoIncoming: ReadonlySet<PayoutFailure> = new Set([
  'QUOTE_EXECUTION_FAILED',
  'ACCOUNT_CANNOT_RECEIVE',
  'COMPLIANCE_REJECTED',
]);

function failureOf(row: TransactionRow, reason: PayoutFailure): PayoutFailure {
  if (row.type === 'OUTGOING') return reason;
  const isKept = isPassedOn(row) ? reason === 'COMPLIANCE_REJECTED' : alsoIncoming.has(reason);
  return isKept ? reason : 'OFFRAMP_FAILED';
}

/** Applies the end of a refund. */
export async function applyRefundReport(
  context: WorkContext,
  row: TransactionRow,
  { report, isTaken }: RefundPoll,
): Promise<void> {
  if (report.kind === 'IN_TRANSIT') return schedulePoll(context, row, report.nextPollAt);
  const account = await refundAccount(context, row, isTaken);
  const entry = refundSettleEntry(row, account?.id ?? null);
  // Only a cancelled payment may still arrive; one that failed or never left cannot.
  const nextPollAt = isCancelled(row) && report.kind === 'SETTLED' ? report.nextPollAt : null;
  const mayArrive = nextPollAt !== null;
  const due = mayArrive ? { due_at: nextPollAt, due_action: 'LOOK' as const } : idle;
  // A frozen account is refunded and keeps the money. A closed or full account, and one of a customer for whom no money
  // moves, cannot be credited, so the debt remains.
  const isStuck = account !== undefined && (await isForRejected(context, row));
  if (report.kind === 'FAILED' || isStuck || !(await canBeCredited(context, entry))) {
    const failed = await mustMovePayment(context, row, 'FAIL_REFUND', { due });
    if (isCancelled(failed) && !mayArrive) await endCancelled(context, failed);
    return;
  }
  const refund = { settled_at: context.now };
  const refunded = await mustMovePayment(context, row, 'SETTLE_REFUND', { refund, due, entry });
  if (isCancelled(refunded) && !mayArrive) await endCancelled(context, refunded);
}

/** Only a cancellation refunds a payment while its status stays `PROCESSING`. */
function isCancelled(row: TransactionRow): boolean {
  return row.status === 'PROCESSING' && row.refund !== null;
}

/**
 * Ends a cancelled payment whose refund has ended and which the rail will no longer deliver. Its refund has the
 * cause, so the failure reason is the general one.
 */
async function endCancelled(context: WorkContext, row: TransactionRow): Promise<void> {
  const set = { failure_reason: 'QUOTE_EXECUTION_FAILED', ...idle } as const;
  await mustMovePayment(context, row, 'FAIL_AFTER_CANCEL', { set });
}

/** Changes only the due time; the status stays, so no event is emitted. */
async function schedulePoll(context: WorkContext, row: TransactionRow, at: string | null): Promise<void> {
  const due = at === null ? idle : { due_at: at, due_action: row.due_action };
  await saveTransaction(context.unit, { ...row, ...due, pending_reason: null }, row.sequence);
}

type Held = Extract<RailReport, { kind: 'HELD' }>;

/** Sets the pending reason while the payment is held; the status stays, so no event is emitted. */
async function hold(context: WorkContext, row: TransactionRow, { reason, nextPollAt }: Held): Promise<void> {
  mustMove(tableOf(row), row.status, 'HOLD');
  const held = { ...row, pending_reason: reason, updated_at: context.now };
  await saveTransaction(context.unit, { ...held, due_at: nextPollAt, due_action: row.due_action }, row.sequence);
}

type Delivered = Extract<RailReport, { kind: 'DELIVERED' }>;

async function deliver(context: WorkContext, row: TransactionRow, report: Delivered): Promise<void> {
  const entry = (await isForRejected(context, row)) ? undefined : await settlement(context, row);
  if (entry === undefined) {
    await failPayment(context, row, { reason: 'ACCOUNT_CANNOT_RECEIVE' });
    return;
  }
  const due = report.nextPollAt === null ? idle : { due_at: report.nextPollAt, due_action: 'LOOK' as const };
  const set = { settled_at: context.now, transaction_hash: report.transactionHash, pending_reason: null, ...due };
  await mustMovePayment(context, row, 'SETTLE', { set, entry });
}

/**
 * A payment without a quote was not checked before, and money credited to a rejected customer could never leave
 * again.
 */
async function isForRejected({ unit, tenant }: WorkContext, row: TransactionRow): Promise<boolean> {
  if (row.quote_id !== null || row.type !== 'INCOMING' || row.customer_id === null) return false;
  return (await findCustomer(unit, tenant, row.customer_id))?.verificationStatus === 'REJECTED';
}

/**
 * The settlement that the accounts can take: without the platform's fee if only that cannot be credited, so that
 * the service keeps owing it. `undefined` if the payee cannot be credited.
 */
async function settlement(context: WorkContext, row: TransactionRow): Promise<Entry | undefined> {
  const { destination_account_id: payee } = row;
  const whole = settleEntry(row, (await feeAccount(context, row)) ?? null);
  if (await canBeCredited(context, whole, payee)) return whole;
  const withoutFee = settleEntry(row, null);
  return (await canBeCredited(context, withoutFee, payee)) ? withoutFee : undefined;
}

async function deliverLate(context: WorkContext, row: TransactionRow, report: Delivered): Promise<void> {
  const set = { settled_at: context.now, transaction_hash: report.transactionHash, ...idle };
  await mustMovePayment(context, row, 'DELIVER_AFTER_CANCEL', { set, entry: lateDeliveryEntry(row) });
}

/**
 * Cancels a payment that the rail has stopped: its money is refunded, and its status stays until the rail confirms
 * that it did not deliver.
 */
export function cancelPayment(context: WorkContext, row: TransactionRow): Promise<TransactionRow> {
  const letGo = { ...row, pending_reason: null };
  const refund = startOfRefund(context, row, 'USER_CANCELLATION');
  return mustMovePayment(context, letGo, 'CANCEL', { ...refund, entry: refundStartEntry(row) });
}

/** A bank return: the completed transaction fails; its quote stays completed. */
async function takeBack(context: WorkContext, row: TransactionRow): Promise<void> {
  if (row.type === 'INCOMING' && !isPassedOn(row)) throw new Error(`no bank can return ${row.id}: it stayed inside`);
  await mustMovePayment(context, row, 'RETURN', {
    set: { failure_reason: 'PAYOUT_RETURNED' },
    ...startOfRefund(context, row, 'TRANSACTION_FAILED'),
    entry: returnEntry(row, await feePayer(context, row)),
    // The platform has spent its fee. The refund waits until it gives the fee back.
    otherwise: returnEntry(row, feeClaims(row)),
  });
  await wakePeerTransaction(context, row);
}

/** Applies the report of the source's bank about a direct debit: paid, still in transit, or failed. */
export async function applyDirectDebitReport(
  context: WorkContext,
  row: TransactionRow,
  report: CollectionReport,
): Promise<void> {
  if (report.kind === 'IN_TRANSIT')
    await saveTransaction(context.unit, { ...row, due_at: report.nextPollAt }, row.sequence);
  else if (report.kind === 'FAILED') await failUnpaid(context, row, report.reason);
  else await startFundedPayment(context, row, 'RECEIVE');
}

/**
 * The deposit has cleared and is credited next, or it was stopped: its bank keeps the money, so nothing is
 * refunded.
 */
export async function applyClearanceReport(
  context: WorkContext,
  row: TransactionRow,
  report: ClearanceReport,
): Promise<void> {
  if (report.kind === 'FAILED') await failUnpaid(context, row, report.reason);
  else await startFundedPayment(context, row, 'RECEIVE');
}

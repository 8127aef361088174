import { findPlatformAccount } from '../../accounts/internal/find-internal-account.ts';
import type { ClearanceReport } from '../../engines/funding/funding.ts';
import type { Entry } from '../../engines/ledger/entry.ts';
import { canBeCredited } from '../../engines/ledger/receiving.ts';
import { wasPosted } from '../../engines/ledger/was-posted.ts';
import type { CollectionReport } from '../../engines/rails/collections.ts';
import type { PayoutFailure, RailReport } from '../../engines/rails/rails.ts';
import { mustMove } from '../../engines/states/transition.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { findCustomer } from '../../people/customers/find-customer.ts';
import type { RefundLook } from './look-at-refund.ts';
import { mustMovePayment, tableOf } from './move-payment.ts';
import { wakeOtherHalf } from './other-half.ts';
import { lateDeliveryEntry, refundSettleEntry, refundStartEntry, returnEntry, settleEntry } from './payment-entries.ts';
import { failPayment, failUnpaid, idle, startOfRefund, startPaid } from './payment-steps.ts';
import { refundAccount } from './refund-account.ts';
import { isPassedOn, type TransactionRow } from './transaction-row.ts';
import { saveTransaction } from './transactions-repository.ts';

/** Applies what the rail says about a payment, with its money and its events, in the caller's unit. */
export async function applyRailReport(context: WorkContext, row: TransactionRow, report: RailReport): Promise<void> {
  switch (report.kind) {
    case 'IN_TRANSIT':
      return lookAgain(context, row, report.lookAgainAt);
    case 'FINAL':
      return isCancelled(row) ? endCancelled(context, row) : lookAgain(context, row, null);
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

/** What an incoming payment has no word of its own for is told as one thing: it could not be passed on. */
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

/** Applies how a refund ended. */
export async function applyRefundReport(
  context: WorkContext,
  row: TransactionRow,
  { report, isTaken }: RefundLook,
): Promise<void> {
  if (report.kind === 'IN_TRANSIT') return lookAgain(context, row, report.lookAgainAt);
  const account = await refundAccount(context, row, isTaken);
  const entry = refundSettleEntry(row, account?.id ?? null);
  // Only a payment that was stopped on its way may still arrive; one that failed or never left does not.
  const lookAgainAt = isCancelled(row) && report.kind === 'SETTLED' ? report.lookAgainAt : null;
  const mayArrive = lookAgainAt !== null;
  const due = mayArrive ? { due_at: lookAgainAt, due_action: 'LOOK' as const } : idle;
  // A frozen account gets its money back and keeps it; a closed or a full one, and one of a customer for whom no money
  // moves, has no place for it, and the debt stays.
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

/** Its money goes back while its status stays: only a cancellation does that. */
function isCancelled(row: TransactionRow): boolean {
  return row.status === 'PROCESSING' && row.refund !== null;
}

/**
 * A payment that was stopped, whose refund has ended, and which the rail will not deliver any more. Why it did
 * not go through is on its refund, so the reason here is the one for everything on the way to settlement.
 */
async function endCancelled(context: WorkContext, row: TransactionRow): Promise<void> {
  const set = { failure_reason: 'QUOTE_EXECUTION_FAILED', ...idle } as const;
  await mustMovePayment(context, row, 'FAIL_AFTER_CANCEL', { set });
}

/** Moves only the due time; no status changes, so no event is emitted. */
async function lookAgain(context: WorkContext, row: TransactionRow, at: string | null): Promise<void> {
  const due = at === null ? idle : { due_at: at, due_action: row.due_action };
  await saveTransaction(context.unit, { ...row, ...due, pending_reason: null }, row.sequence);
}

type Held = Extract<RailReport, { kind: 'HELD' }>;

/** The payment says why it is held for as long as it is; its status stays, so no event is emitted. */
async function hold(context: WorkContext, row: TransactionRow, { reason, lookAgainAt }: Held): Promise<void> {
  mustMove(tableOf(row), row.status, 'HOLD');
  const held = { ...row, pending_reason: reason, updated_at: context.now };
  await saveTransaction(context.unit, { ...held, due_at: lookAgainAt, due_action: row.due_action }, row.sequence);
}

type Delivered = Extract<RailReport, { kind: 'DELIVERED' }>;

async function deliver(context: WorkContext, row: TransactionRow, report: Delivered): Promise<void> {
  const entry = (await isForRejected(context, row)) ? undefined : await settlement(context, row);
  if (entry === undefined) {
    await failPayment(context, row, { reason: 'ACCOUNT_CANNOT_RECEIVE' });
    return;
  }
  const due = report.lookAgainAt === null ? idle : { due_at: report.lookAgainAt, due_action: 'LOOK' as const };
  const set = { settled_at: context.now, transaction_hash: report.transactionHash, pending_reason: null, ...due };
  await mustMovePayment(context, row, 'SETTLE', { set, entry });
}

/** What comes without a quote was asked of nobody, and what a rejected customer is given could never leave again. */
async function isForRejected({ unit, tenant }: WorkContext, row: TransactionRow): Promise<boolean> {
  if (row.quote_id !== null || row.type !== 'INCOMING' || row.customer_id === null) return false;
  return (await findCustomer(unit, tenant, row.customer_id))?.verificationStatus === 'REJECTED';
}

/**
 * The settlement as its accounts can take it: without the platform's fee where only that has no place, and
 * the service then goes on owing it; `undefined` where the payee cannot be credited.
 */
async function settlement(context: WorkContext, row: TransactionRow): Promise<Entry | undefined> {
  const { destination_account_id: payee } = row;
  const whole = settleEntry(row, await feeAccount(context, row));
  if (await canBeCredited(context, whole, payee)) return whole;
  const withoutFee = settleEntry(row, null);
  return (await canBeCredited(context, withoutFee, payee)) ? withoutFee : undefined;
}

async function deliverLate(context: WorkContext, row: TransactionRow, report: Delivered): Promise<void> {
  const set = { settled_at: context.now, transaction_hash: report.transactionHash, ...idle };
  await mustMovePayment(context, row, 'DELIVER_AFTER_CANCEL', { set, entry: lateDeliveryEntry(row) });
}

/** A payment that the rail has stopped: its money goes back, and its status stays until the rail is known to have delivered it. */
export function cancelPayment(context: WorkContext, row: TransactionRow): Promise<TransactionRow> {
  const letGo = { ...row, pending_reason: null };
  const refund = startOfRefund(context, row, 'USER_CANCELLATION');
  return mustMovePayment(context, letGo, 'CANCEL', { ...refund, entry: refundStartEntry(row) });
}

/** A bank return: the transaction fails after it was completed; its quote stays completed. */
async function takeBack(context: WorkContext, row: TransactionRow): Promise<void> {
  const { unit, tenant } = context;
  if (row.type === 'INCOMING' && !isPassedOn(row)) throw new Error(`no bank can return ${row.id}: it stayed inside`);
  const fees = await feeAccount(context, row);
  // A fee that never reached the platform is not taken from it either.
  const isPaid = fees !== null && (await wasPosted(unit, { tenant, kind: 'SETTLE', subjectId: row.id, account: fees }));
  await mustMovePayment(context, row, 'RETURN', {
    set: { failure_reason: 'PAYOUT_RETURNED' },
    ...startOfRefund(context, row, 'TRANSACTION_FAILED'),
    entry: returnEntry(row, isPaid ? fees : null),
    // The platform may have spent its fee; the service then advances it.
    otherwise: returnEntry(row, null),
  });
  await wakeOtherHalf(context, row);
}

/** Only payments with a platform fee touch the platform's account, so only they look it up; a closed one takes nothing. */
async function feeAccount(
  { unit, tenant }: WorkContext,
  row: TransactionRow,
): Promise<`InternalAccount:${string}` | null> {
  if (row.platform_fees_minor === 0n) return null;
  const account = await findPlatformAccount(unit, tenant, row.sent_currency);
  return account === undefined || account.status === 'CLOSED' ? null : storedId('InternalAccount', account.id);
}

/** Applies what the bank of the source says of a direct debit: the money is there, is still to come, or will not come. */
export async function applyDirectDebitReport(
  context: WorkContext,
  row: TransactionRow,
  report: CollectionReport,
): Promise<void> {
  if (report.kind === 'IN_TRANSIT')
    await saveTransaction(context.unit, { ...row, due_at: report.lookAgainAt }, row.sequence);
  else if (report.kind === 'FAILED') await failUnpaid(context, row, report.reason);
  else await startPaid(context, row, 'RECEIVE');
}

/** The deposit has cleared and is credited next, or it was stopped: its bank keeps it, so nothing is refunded. */
export async function applyClearanceReport(
  context: WorkContext,
  row: TransactionRow,
  report: ClearanceReport,
): Promise<void> {
  if (report.kind === 'FAILED') await failUnpaid(context, row, report.reason);
  else await startPaid(context, row, 'RECEIVE');
}

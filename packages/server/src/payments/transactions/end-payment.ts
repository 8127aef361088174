import type { RefundReason } from '@payments-platform/types';
import { closeChallenge, findOpenChallenge } from '../../access/sca/challenge.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type MoveDetails, mustMovePayment } from './move-payment.ts';
import { refundStartEntry } from './payment-entries.ts';
import { railPaymentOf } from './rail-payment.ts';
import type { FailureReason } from './tables.ts';
import type { TransactionRow } from './transaction-row.ts';

/** Nothing is due any more. */
export const idle = { due_at: null, due_action: null };

/** The quote ran out before anybody executed or funded it: the payment ends with it. */
export function expirePayment(context: WorkContext, row: TransactionRow): Promise<TransactionRow> {
  const failure_reason = row.type === 'INCOMING' ? 'QUOTE_EXPIRED' : null;
  return mustMovePayment(context, row, 'EXPIRE', { set: { failure_reason, ...idle } });
}

/** Nobody passed the challenge of the payment in time. No money has moved. */
export async function expireAuthorization(context: WorkContext, row: TransactionRow): Promise<void> {
  if (row.quote_id === null) throw new Error(`${row.id} waits for an authorization and has no quote`);
  await mustMovePayment(context, row, 'CHALLENGE_EXPIRE', { set: { failure_reason: 'SCA_NOT_COMPLETED', ...idle } });
  const challenge = await findOpenChallenge(context, 'QUOTE', row.quote_id);
  if (challenge !== undefined) await closeChallenge(context, challenge, 'EXPIRE');
}

/** Nothing was taken, so nothing is refunded. */
export function failUnpaid(context: WorkContext, row: TransactionRow, reason: FailureReason): Promise<TransactionRow> {
  return mustMovePayment(context, row, 'FAIL_UNPAID', { set: { failure_reason: reason, ...idle } });
}

interface Failure {
  readonly move?: 'FAIL' | 'FAIL_UNEXCHANGED';
  readonly reason: FailureReason;
  readonly refundReason?: RefundReason;
}

/** The payment broke after its money was taken: it fails, and what was taken goes back. */
export function failPayment(
  context: WorkContext,
  row: TransactionRow,
  { move = 'FAIL', reason, refundReason = 'TRANSACTION_FAILED' }: Failure,
): Promise<TransactionRow> {
  return mustMovePayment(context, row, move, {
    set: { failure_reason: reason, pending_reason: null },
    ...startOfRefund(context, row, refundReason),
    ...(move === 'FAIL' && { entry: refundStartEntry(row) }),
  });
}

/** What a refund that starts now writes, and when it is first looked at. */
export function startOfRefund(
  { now, deps }: WorkContext,
  row: TransactionRow,
  reason: RefundReason,
): Pick<MoveDetails, 'refund' | 'due'> {
  const due_at = deps.rails.firstRefundLookAt(railPaymentOf(row), now);
  return { refund: { id: deps.ids.next('Refund'), reason }, due: { due_at, due_action: 'REFUND' } };
}

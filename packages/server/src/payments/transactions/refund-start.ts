import type { WorkContext } from '../../operation/work-context.ts';
import type { Step } from './move-transaction.ts';
import { railPaymentOf } from './rail-payment.ts';
import type { TransactionRow } from './transaction-row.ts';

export type RefundReason = 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT';

/** The step with which a refund begins. */
export function refundStart({ now, deps }: WorkContext, row: TransactionRow, reason: RefundReason): Step {
  return {
    refund: 'START',
    set: {
      refund_reference: deps.ids.next('Refund'),
      refund_reason: reason,
      refund_initiated_at: now,
      due_at: deps.rails.firstRefundLookAt(railPaymentOf(row), now),
      due_action: 'REFUND',
    },
  };
}

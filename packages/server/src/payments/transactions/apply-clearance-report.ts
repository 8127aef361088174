import type { ClearanceReport } from '../../engines/funding/funding.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { moveTransaction } from './move-transaction.ts';
import { startPayment } from './start-payment.ts';
import type { TransactionRow } from './transaction-row.ts';

/** The deposit has cleared and is credited next, or it was stopped: its bank keeps it, so nothing is refunded. */
export async function applyClearanceReport(
  context: WorkContext,
  row: TransactionRow,
  report: ClearanceReport,
): Promise<void> {
  if (report.kind === 'FAILED') {
    const set = { failure_reason: report.reason, due_at: null, due_action: null };
    await moveTransaction(context, row, [{ trigger: 'FAIL', set }]);
    return;
  }
  const started = await startPayment(context, row);
  if (typeof started === 'string') throw new Error(`the deposit ${row.id} was refused: ${started}`);
}

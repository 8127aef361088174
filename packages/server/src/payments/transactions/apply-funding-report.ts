import type { ClearanceReport } from '../../engines/funding/funding.ts';
import type { CollectionReport } from '../../engines/rails/collections.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { failUnpaid } from './end-payment.ts';
import { startPaid } from './start-payment.ts';
import type { TransactionRow } from './transaction-row.ts';
import { saveTransaction } from './transactions-repository.ts';

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

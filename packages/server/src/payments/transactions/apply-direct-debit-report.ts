import type { CollectionFailure, CollectionReport } from '../../engines/rails/collections.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { moveQuote } from '../quotes/move-quote.ts';
import { moveTransaction } from './move-transaction.ts';
import { startPayment } from './start-payment.ts';
import type { TransactionRow } from './transaction-row.ts';
import { saveTransaction } from './transactions-repository.ts';

/** Records what the bank of the source said: the money is there, is still to come, or will not come. */
export async function applyDirectDebitReport(
  context: WorkContext,
  row: TransactionRow,
  report: CollectionReport,
): Promise<void> {
  switch (report.kind) {
    case 'IN_TRANSIT':
      await saveTransaction(context.unit, { ...row, due_at: report.lookAgainAt }, row.sequence);
      return;
    case 'FAILED':
      await failDirectDebit(context, row, report.reason);
      return;
    case 'COLLECTED': {
      const started = await startPayment(context, row);
      if (typeof started === 'string') throw new Error(`the money collected for ${row.id} was refused: ${started}`);
      if (started.status === 'FAILED') await moveQuote(context, row.quote_id, 'FAIL');
    }
  }
}

/** Nothing was taken, so nothing is refunded. */
export async function failDirectDebit(
  context: WorkContext,
  row: TransactionRow,
  reason: CollectionFailure,
): Promise<TransactionRow> {
  const failed = await moveTransaction(context, row, [
    { trigger: 'FAIL', set: { failure_reason: reason, due_at: null, due_action: null } },
  ]);
  await moveQuote(context, row.quote_id, 'FAIL');
  return failed;
}

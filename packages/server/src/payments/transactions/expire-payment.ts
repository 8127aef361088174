import type { WorkContext } from '../../operation/work-context.ts';
import { moveQuote } from '../quotes/move-quote.ts';
import { moveTransaction } from './move-transaction.ts';
import type { TransactionRow } from './transaction-row.ts';

/** The quote ran out before anybody executed or funded it: the payment ends with it. */
export async function expirePayment(context: WorkContext, row: TransactionRow): Promise<TransactionRow> {
  const failure = row.type === 'INCOMING' ? 'QUOTE_EXPIRED' : null;
  const expired = await moveTransaction(context, row, [
    { trigger: 'EXPIRE', set: { failure_reason: failure, due_at: null, due_action: null } },
  ]);
  await moveQuote(context, row.quote_id, 'EXPIRE');
  return expired;
}

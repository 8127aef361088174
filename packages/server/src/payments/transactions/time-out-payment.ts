import type { WorkContext } from '../../operation/deps.ts';
import { endUmaPayment } from './decide-uma-payment.ts';
import { findTransaction } from './find-transaction.ts';
import type { TransactionRow } from './transaction-row.ts';

/** The platform has not decided in time; unless its question has given it more. */
export async function timeOutPayment(context: WorkContext, { id }: TransactionRow): Promise<void> {
  const row = await findTransaction(context.unit, context.tenant, id);
  const decideBy = row?.uma?.approval_expires_at ?? null;
  if (row === undefined || row.status !== 'PENDING' || decideBy === null || decideBy > context.now) return;
  await endUmaPayment(context, row, { trigger: 'TIME_OUT' });
}

import { moveMoney } from '../internal-accounts/move-money.ts';
import type { PostEntryContext, PostingRefusal } from '../ledger/post-entry.ts';
import type { WorkContext } from '../work-context.ts';
import { collectionOf } from './collection-of.ts';
import { moveTransaction } from './move-transaction.ts';
import { debitEntry } from './payment-entries.ts';
import { railPaymentOf } from './rail-payment.ts';
import type { TransactionRow } from './transaction-row.ts';
import { saveTransaction } from './transactions-repository.ts';

type Limits = Pick<PostEntryContext, 'dailyLimitMinor'>;

/** Takes the money, which is there, and sends the payment on its way; or answers why the ledger refuses. */
export async function startPayment(
  context: WorkContext,
  row: TransactionRow,
  limits: Limits = {},
): Promise<PostingRefusal | TransactionRow> {
  const { now, deps } = context;
  const posted = await moveMoney(context, debitEntry(row), limits);
  if (typeof posted === 'string') return posted;
  const submitted = { ...row, submitted_at: now };
  const payment = railPaymentOf(submitted);
  return moveTransaction(context, submitted, [
    {
      trigger: row.status === 'PENDING_AUTHORIZATION' ? 'AUTHORIZE' : 'CONFIRM',
      set: {
        expected_settlement_at: deps.rails.expectedAt(payment),
        due_at: deps.rails.firstLookAt(payment),
        due_action: 'LOOK',
      },
    },
  ]);
}

/** Asks the bank of the source for the money. Until it is there the payment stays as it is. */
export async function startCollection(context: WorkContext, row: TransactionRow): Promise<TransactionRow> {
  const submitted = { ...row, submitted_at: context.now };
  const due = { due_at: context.deps.collections.firstLookAt(collectionOf(submitted)), due_action: 'COLLECT' };
  const collecting = { ...submitted, ...due, updated_at: context.now };
  await saveTransaction(context.unit, collecting, row.sequence);
  return collecting;
}

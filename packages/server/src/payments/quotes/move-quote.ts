import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { TransactionMoved } from '../transactions/transaction-moved.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import type { QuoteRow } from './quote-row.ts';
import { changeQuoteStatus } from './quotes-repository.ts';

/** Triggers that follow from what happens to the transaction; each leaves one known state. */
const leaves = {
  SETTLE: 'PROCESSING',
  FAIL: 'PROCESSING',
  EXPIRE: 'PENDING',
  CHALLENGE_EXPIRE: 'PENDING_AUTHORIZATION',
} as const satisfies Partial<Record<TriggerOf<'quote'>, QuoteRow['status']>>;

/** Parties a quote, which is being processed, when its payment has failed at once. */
export async function endWithPayment(
  context: WorkContext,
  quote: QuoteRow,
  { status }: TransactionRow,
): Promise<QuoteRow> {
  if (status !== 'FAILED') return quote;
  await moveQuote(context, quote.id, 'FAIL');
  return { ...quote, status: mustMove('quote', leaves.FAIL, 'FAIL').to };
}

/** Moves the quote of a transaction along with it. Transactions without a quote have nothing to move. */
export async function moveQuote(
  { unit, tenant, now }: WorkContext,
  quoteId: string | null,
  trigger: keyof typeof leaves,
): Promise<void> {
  if (quoteId === null) return;
  const from = leaves[trigger];
  const { to } = mustMove('quote', from, trigger);
  const changes = await changeQuoteStatus(unit, { tenant, id: quoteId, from, to, now });
  if (changes === 1) return;
  const problem = `quote ${quoteId} is not ${from} although its transaction moved by ${trigger}`;
  // Some quotes go on before their transaction moves, so an expiry may come upon one that somebody has just taken on.
  throw trigger === 'EXPIRE' || trigger === 'CHALLENGE_EXPIRE' ? new TransactionMoved(problem) : new Error(problem);
}

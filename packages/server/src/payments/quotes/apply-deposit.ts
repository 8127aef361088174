import { postEntryWithEvents } from '../../accounts/internal/post-entry-with-events.ts';
import { mustMove } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { expirePayment } from '../transactions/expire-payment.ts';
import { findTransaction } from '../transactions/find-transaction.ts';
import { moveTransaction } from '../transactions/move-transaction.ts';
import { depositEntry } from '../transactions/payment-entries.ts';
import { type RefundReason, refundStart } from '../transactions/refund-start.ts';
import { type Deposit, saveDeposit } from '../transactions/save-deposit.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import { findUnusableParty, type UnusableParty } from '../transactions/unusable-party.ts';
import { debit } from './execute-quote.ts';
import { moveQuote } from './move-quote.ts';
import { findQuote, takeQuoteForDeposit } from './quotes-repository.ts';

/**
 * Records a deposit to the payment instructions of a quote. The exact amount starts the payment, any other
 * one fails it; what comes too late leaves it expired. Whatever the payment cannot use goes back. Answers the
 * transaction afterwards, or `NOT_WAITING` when the quote has had its deposit or waits for none.
 */
export async function applyDeposit(
  context: WorkContext,
  quoteId: string,
  deposit: Deposit,
): Promise<TransactionRow | 'NOT_WAITING'> {
  const { unit, tenant, now } = context;
  const { to } = mustMove('quote', 'PENDING', 'DEPOSIT');
  const taken = await takeQuoteForDeposit(unit, { tenant, id: quoteId, from: 'PENDING', to, now });
  if (taken === undefined) return takeLateDeposit(context, quoteId, deposit);
  const transaction = await saveDeposit(context, await transactionOf(context, taken.transaction_id), deposit);
  return deposit.amountMinor === transaction.sent_minor
    ? start(context, transaction)
    : refuse(context, transaction, 'FUNDING_AMOUNT_MISMATCH');
}

async function transactionOf({ unit, tenant }: WorkContext, id: string): Promise<TransactionRow> {
  const transaction = await findTransaction(unit, tenant, id);
  if (transaction === undefined) throw new Error(`a quote names the transaction ${id}, which does not exist`);
  return transaction;
}

async function start(context: WorkContext, transaction: TransactionRow): Promise<TransactionRow> {
  const unusable = await findUnusableParty(context, transaction);
  if (unusable !== undefined) return refuse(context, transaction, reasonOf(transaction, unusable));
  const started = await debit(context, transaction);
  if (typeof started === 'string') throw new Error(`the deposit for ${transaction.id} was refused: ${started}`);
  if (started.status === 'FAILED') await moveQuote(context, started.quote_id, 'FAIL');
  return started;
}

/** Why money that came in for a quote goes back. */
type RefundedFailure = 'FUNDING_AMOUNT_MISMATCH' | 'ACCOUNT_INVALID' | 'ACCOUNT_CANNOT_RECEIVE';

/** An account that is gone is wrong for good; one that is frozen or closed only takes nothing. */
function reasonOf({ type }: TransactionRow, { id, state }: UnusableParty): RefundedFailure {
  const isGone = state === 'DELETED' && id.startsWith('ExternalAccount:') && type === 'OUTGOING';
  return isGone ? 'ACCOUNT_INVALID' : 'ACCOUNT_CANNOT_RECEIVE';
}

/**
 * What the payment cannot use goes back: another amount than the quote's, because the price holds for neither
 * more nor less, or money for an account that takes none any more.
 */
async function refuse(
  context: WorkContext,
  transaction: TransactionRow,
  reason: RefundedFailure,
): Promise<TransactionRow> {
  const failed = await moveTransaction(context, { ...transaction, submitted_at: context.now }, [
    { trigger: 'CONFIRM', set: {} },
    { trigger: 'FAIL', set: { failure_reason: reason } },
    refundStart(context, transaction, 'TRANSACTION_FAILED'),
  ]);
  await moveQuote(context, transaction.quote_id, 'FAIL');
  await owe(context, failed);
  return failed;
}

async function takeLateDeposit(
  context: WorkContext,
  quoteId: string,
  deposit: Deposit,
): Promise<TransactionRow | 'NOT_WAITING'> {
  const quote = await findQuote(context.unit, context.tenant, quoteId);
  if (quote === undefined || quote.funding_reference === null) return 'NOT_WAITING';
  const found = await transactionOf(context, quote.transaction_id);
  const isOver = quote.status === 'EXPIRED' || (quote.status === 'PENDING' && quote.expires_at <= context.now);
  if (!isOver || found.funded_minor !== null) return 'NOT_WAITING';
  const expired = quote.status === 'PENDING' ? await expirePayment(context, found) : found;
  const transaction = await saveDeposit(context, expired, deposit);
  const reason: RefundReason = 'TIMEOUT';
  const refunding = await moveTransaction(context, transaction, [refundStart(context, transaction, reason)]);
  await owe(context, refunding);
  return refunding;
}

async function owe(context: WorkContext, transaction: TransactionRow): Promise<void> {
  const posted = await postEntryWithEvents(context, depositEntry(transaction));
  if (typeof posted === 'string') throw new Error(`the deposit for ${transaction.id} was refused: ${posted}`);
}

import type { RequestedScaFactor } from '@payments-platform/types';
import { mustMove } from '../../engines/states/transition.ts';
import { isRefusal, type Outcome, refuse } from '../../operation/operation.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { exceedsDailyVolume } from '../pricing/payment-limits.ts';
import { openTransaction } from '../transactions/open-transaction.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import { debit, insufficientFunds } from './execute-quote.ts';
import { endWithPayment } from './move-quote.ts';
import type { QuoteRow } from './quote-row.ts';
import { showQuote, viewQuote } from './quote-view.ts';
import { insertQuote, takeQuote } from './quotes-repository.ts';
import { cannotAuthenticate, needsAuthorization, requireAuthorization } from './require-authorization.ts';

export interface NewPayment {
  readonly quote: QuoteRow;
  readonly transaction: TransactionRow;
  /** Execute it in the same unit. */
  readonly isImmediate: boolean;
  readonly requested: RequestedScaFactor | undefined;
}

type Stored = Outcome<'createQuote'>;

/** Stores a new quote with its transaction, and takes it as far as it goes without another request. */
export async function storeQuote(context: WorkContext, payment: NewPayment): Promise<Stored> {
  const { quote, isImmediate } = payment;
  const isFunded = quote.funding_reference !== null;
  const isHeld = (isFunded || isImmediate) && (await needsAuthorization(context, quote));
  // What is due first hides the instructions for the deposit, from the very first event on.
  const transaction: TransactionRow = isHeld
    ? { ...payment.transaction, due_action: 'CHALLENGE_EXPIRE' }
    : payment.transaction;
  insertQuote(context.unit, quote);
  openTransaction(context, transaction);
  if (isHeld) return holdQuote(context, { ...payment, transaction }, isFunded ? 202 : 201);
  return isImmediate ? executeNewQuote(context, quote, transaction) : { status: 201, body: viewQuote(quote) };
}

async function holdQuote(context: WorkContext, payment: NewPayment, status: 201 | 202): Promise<Stored> {
  const held = await requireAuthorization(context, payment);
  if (held === 'NO_FACTOR') return cannotAuthenticate('QUOTE_REQUEST_FAILED');
  return isRefusal(held) ? held : { status, body: await showQuote(context, held) };
}

/** A quote created with `immediatelyExecute` goes straight on, in the unit that made it. */
async function executeNewQuote(context: WorkContext, quote: QuoteRow, transaction: TransactionRow): Promise<Stored> {
  const { unit, tenant, now } = context;
  const { to } = mustMove('quote', 'PENDING', 'EXECUTE');
  const taken = await takeQuote(unit, { tenant, id: quote.id, from: 'PENDING', to, now });
  if (taken === undefined) throw new Error(`quote ${quote.id} cannot be executed although it was just made`);
  const debited = await debit(context, transaction);
  if (debited === 'INSUFFICIENT_FUNDS') return insufficientFunds(transaction, 'send the request again');
  if (debited === 'DAILY_VOLUME_LIMIT_EXCEEDED') return exceedsDailyVolume(quote.source_account_id ?? '', now);
  if (debited === 'ACCOUNT_NOT_ACTIVE')
    return refuse('QUOTE_REQUEST_FAILED', `The source account ${quote.source_account_id} is not active any more.`);
  return { status: 201, body: viewQuote(await endWithPayment(context, taken, debited)) };
}

import type { RequestedScaFactor } from '@payments-platform/types';
import { mustMove } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Outcome } from '../../operation/operation.ts';
import { openTransaction } from '../transactions/move-payment.ts';
import { startPayment } from '../transactions/payment-steps.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import type { QuoteRow } from './quote-row.ts';
import { showQuote, startedQuote, viewQuote } from './quote-view.ts';
import { insertQuote } from './quotes-repository.ts';
import { refuseDebit } from './refuse-debit.ts';
import { needsAuthorization, requireAuthorization } from './require-authorization.ts';

export interface NewPayment {
  readonly quote: QuoteRow;
  readonly transaction: TransactionRow;
  /** Execute it in the same unit. */
  readonly isImmediate: boolean;
  readonly requested: RequestedScaFactor | undefined;
}

/** Stores a new quote with its transaction, and takes it as far as it goes without another request. */
export async function storeQuote(context: WorkContext, payment: NewPayment): Promise<Outcome<'createQuote'>> {
  const { isImmediate } = payment;
  const isFunded = payment.quote.funding_reference !== null;
  const isHeld = (isFunded || isImmediate) && (await needsAuthorization(context, payment.quote));
  const trigger = isHeld && isFunded ? 'CREATE_REQUIRES_SCA' : 'CREATE';
  const quote = { ...payment.quote, status: mustMove('quote', null, trigger).to };
  // What is due first hides the instructions for the deposit, from the very first event on.
  const transaction: TransactionRow = isHeld
    ? { ...payment.transaction, due_action: 'CHALLENGE_EXPIRE' }
    : payment.transaction;
  insertQuote(context.unit, quote);
  openTransaction(context, transaction);
  if (isHeld) {
    const held = await requireAuthorization(context, { ...payment, quote, transaction }, 'QUOTE_REQUEST_FAILED');
    return isRefusal(held) ? held : { status: isFunded ? 202 : 201, body: await showQuote(context, held) };
  }
  if (!isImmediate) return { status: 201, body: viewQuote(quote) };
  const started = await startPayment(context, transaction, 'EXECUTE');
  return typeof started === 'string'
    ? refuseDebit(started, transaction, { now: context.now, isNew: true })
    : { status: 201, body: viewQuote(startedQuote(quote, started)) };
}

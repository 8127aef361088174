import { type Handler, type Refusal, refuse } from '../http/operation.ts';
import type { PostingRefusal } from '../ledger/post-entry.ts';
import { currencyCode } from '../money/currency.ts';
import { mustMove } from '../states/transition.ts';
import { findTransaction } from '../transactions/find-transaction.ts';
import { startCollection, startPayment } from '../transactions/start-payment.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import type { WorkContext } from '../work-context.ts';
import { dailyVolumeMinor, exceedsDay } from './quote-limits.ts';
import type { QuoteRow } from './quote-row.ts';
import { viewQuote } from './quote-view.ts';
import { findQuote, takeQuote } from './quotes-repository.ts';

type UntakenRefusal = Refusal<'QUOTE_NOT_FOUND' | 'QUOTE_EXPIRED' | 'CONFLICT'>;

export const executeQuote: Handler<'executeQuote'> = async (call) => {
  const quoteId = call.input.path.quoteId;
  const { to } = mustMove('quote', 'PENDING', 'EXECUTE');
  const quote = await takeQuote(call.unit, { tenant: call.tenant, id: quoteId, from: 'PENDING', to, now: call.now });
  if (quote === undefined) return explainRefusal(call, quoteId);
  const transaction = await findTransaction(call.unit, call.tenant, quote.transaction_id);
  if (transaction === undefined) throw new Error(`quote ${quoteId} has no transaction`);
  const refused = await debit(call, transaction);
  if (refused === 'INSUFFICIENT_FUNDS') return insufficientFunds(transaction);
  if (refused === 'DAILY_VOLUME_LIMIT_EXCEEDED') return exceedsDay(transaction.source_account_id ?? '', call.now);
  if (refused === 'ACCOUNT_NOT_ACTIVE') {
    return refuse(
      'CONFLICT',
      `The source account ${transaction.source_account_id} is not active, so nothing can be sent from it.`,
    );
  }
  return { status: 200, body: viewQuote(quote) };
};

export function insufficientFunds({ source_account_id: account }: TransactionRow): Refusal<'INSUFFICIENT_FUNDS'> {
  return refuse(
    'INSUFFICIENT_FUNDS',
    `The balance of ${account} does not cover the total sending amount. Fund the account and try again before the quote expires.`,
  );
}

/** A quote created with `immediatelyExecute` goes straight on, in the unit that made it. */
export async function executeNewQuote(
  context: WorkContext,
  quote: QuoteRow,
  transaction: TransactionRow,
): Promise<QuoteRow | PostingRefusal> {
  const { to } = mustMove('quote', 'PENDING', 'EXECUTE');
  const taken = await takeQuote(context.unit, {
    tenant: context.tenant,
    id: quote.id,
    from: 'PENDING',
    to,
    now: context.now,
  });
  if (taken === undefined) throw new Error(`quote ${quote.id} cannot be executed although it was just made`);
  const debited = await debit(context, transaction);
  return typeof debited === 'string' ? debited : taken;
}

/** Takes the money and sends the transaction on its way, or answers why the ledger refuses. */
export async function debit(
  context: WorkContext,
  transaction: TransactionRow,
): Promise<PostingRefusal | TransactionRow> {
  if (transaction.funding === 'COLLECTION') return startCollection(context, transaction);
  const { now, deps } = context;
  const dailyLimitMinor = dailyVolumeMinor(deps.rates, currencyCode(transaction.sent_currency), now);
  return startPayment(context, transaction, dailyLimitMinor === undefined ? {} : { dailyLimitMinor });
}

/** The quote was not there to be taken: says why, in this order. */
async function explainRefusal({ unit, tenant, now }: WorkContext, quoteId: string): Promise<UntakenRefusal> {
  const quote = await findQuote(unit, tenant, quoteId);
  if (quote === undefined)
    return refuse('QUOTE_NOT_FOUND', `There is no quote ${quoteId}. Check the id and the environment of your token.`);
  if (quote.funding_reference !== null) {
    return refuse(
      'CONFLICT',
      'The quote has real-time funding and starts by itself when the deposit arrives. Pay to its paymentInstructions.',
      { status: quote.status },
    );
  }
  const hasExpired = quote.status === 'EXPIRED' || (quote.status === 'PENDING' && quote.expires_at <= now);
  if (hasExpired)
    return refuse(
      'QUOTE_EXPIRED',
      `The quote expired at ${quote.expires_at}. Create a new quote and execute that one.`,
    );
  return refuse(
    'CONFLICT',
    `The quote is ${quote.status}: a quote is executed once. Read it to see how its payment goes.`,
    { status: quote.status },
  );
}

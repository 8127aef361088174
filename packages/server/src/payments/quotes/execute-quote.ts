import type { DebitRefusal } from '../../engines/ledger/post-entry.ts';
import { mustMove } from '../../engines/states/transition.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { currencyCode } from '../../ground/money/currency.ts';
import { type Handler, isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { dailyVolumeMinor, exceedsDailyVolume } from '../pricing/payment-limits.ts';
import { findTransaction } from '../transactions/find-transaction.ts';
import { startDirectDebit, startPayment } from '../transactions/start-payment.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import { endWithPayment } from './move-quote.ts';
import { showQuote, unknownQuote, viewQuote } from './quote-view.ts';
import { findQuote, takeQuote } from './quotes-repository.ts';
import { refuseUnusableParty } from './refuse-unusable-party.ts';
import { cannotAuthenticate, needsAuthorization, requireAuthorization } from './require-authorization.ts';

type UntakenRefusal = Refusal<'QUOTE_NOT_FOUND' | 'QUOTE_EXPIRED' | 'CONFLICT'>;

export const executeQuote: Handler<'executeQuote'> = async (call) => {
  const quoteId = call.input.path.quoteId;
  const { to } = mustMove('quote', 'PENDING', 'EXECUTE');
  const quote = await takeQuote(call.unit, { tenant: call.tenant, id: quoteId, from: 'PENDING', to, now: call.now });
  if (quote === undefined) return explainRefusal(call, quoteId);
  const transaction = await findTransaction(call.unit, call.tenant, quote.transaction_id);
  if (transaction === undefined) throw new Error(`quote ${quoteId} has no transaction`);
  const unusable = await refuseUnusableParty(call, transaction);
  if (unusable !== undefined) return unusable;
  if (await needsAuthorization(call, quote)) {
    const held = await requireAuthorization(call, { quote, transaction, requested: call.input.body?.scaFactor });
    if (held === 'NO_FACTOR') return cannotAuthenticate('CONFLICT');
    return isRefusal(held) ? held : { status: 200, body: await showQuote(call, held) };
  }
  const debited = await debit(call, transaction);
  return typeof debited === 'string'
    ? refuseDebit(debited, transaction, call.now)
    : { status: 200, body: viewQuote(await endWithPayment(call, quote, debited)) };
};

/** Why the ledger does not take the money of a quote that was there to be executed. */
export function refuseDebit(
  refusal: DebitRefusal,
  transaction: TransactionRow,
  now: Instant,
): Refusal<'INSUFFICIENT_FUNDS' | 'DAILY_VOLUME_LIMIT_EXCEEDED' | 'CONFLICT'> {
  const { source_account_id: accountId } = transaction;
  if (refusal === 'INSUFFICIENT_FUNDS')
    return insufficientFunds(transaction, 'execute the quote again before it expires');
  if (refusal === 'DAILY_VOLUME_LIMIT_EXCEEDED') return exceedsDailyVolume(accountId ?? '', now);
  return refuse('CONFLICT', `The source account ${accountId} is not active, so nothing can be sent from it.`);
}

/** `next` is what the caller does once the account is funded: not everyone has a quote to come back to. */
export function insufficientFunds(
  { source_account_id: account }: TransactionRow,
  next: string,
): Refusal<'INSUFFICIENT_FUNDS'> {
  const reason = `The balance of ${account} does not cover the total sending amount. Fund the account and ${next}.`;
  return refuse('INSUFFICIENT_FUNDS', reason);
}

/** Takes the money and sends the transaction on its way, or answers why the ledger refuses. */
export async function debit(context: WorkContext, transaction: TransactionRow): Promise<DebitRefusal | TransactionRow> {
  if (transaction.funding === 'COLLECTION') return startDirectDebit(context, transaction);
  const { deps } = context;
  const dailyLimitMinor = dailyVolumeMinor(deps.rates, currencyCode(transaction.sent_currency));
  return startPayment(context, transaction, dailyLimitMinor === undefined ? {} : { dailyLimitMinor });
}

/** The quote was not there to be taken: says why, in this order. */
async function explainRefusal({ unit, tenant, now }: WorkContext, quoteId: string): Promise<UntakenRefusal> {
  const quote = await findQuote(unit, tenant, quoteId);
  if (quote === undefined) return unknownQuote(quoteId);
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

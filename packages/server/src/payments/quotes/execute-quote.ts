import { isTrusted } from '../../accounts/external/find-external-account.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Handler, isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { findTransactionOfQuote } from '../transactions/find-transaction.ts';
import { requireAuthorization, startQuote } from './advance-quote.ts';
import type { QuoteRow } from './quote-row.ts';
import { unknownQuote } from './quote-view.ts';
import { findQuote, lockExecutableQuote } from './quotes-repository.ts';
import { refuseUnusableParty } from './refuse-unusable-party.ts';
import { checkOwnersSignature } from './wallet-payment.ts';

type UntakenRefusal = Refusal<'QUOTE_NOT_FOUND' | 'QUOTE_EXPIRED' | 'CONFLICT'>;

export const executeQuote: Handler<'executeQuote'> = async (call) => {
  const { unit, tenant, now, input } = call;
  const { quoteId } = input.path;
  // Sent together: whoever waits for the lock reads the transaction after it.
  const [quote, transaction] = await Promise.all([
    lockExecutableQuote(unit, { tenant, id: quoteId, now }),
    findTransactionOfQuote(unit, tenant, quoteId),
  ]);
  if (quote === undefined) return explainRefusal(call, quoteId);
  if (transaction === undefined) throw new Error(`quote ${quoteId} has no transaction`);
  const unusable = await refuseUnusableParty(call, transaction);
  if (unusable !== undefined) return unusable;
  const unsigned = await checkOwnersSignature(call, quote);
  if (unsigned !== undefined) return unsigned;
  const advancing = { quote, transaction, isSigned: true } as const;
  if (await needsAuthorization(call, quote)) {
    const held = await requireAuthorization(call, advancing, input.body?.scaFactor, 'CONFLICT');
    return isRefusal(held) ? held : { status: 200, body: held };
  }
  const started = await startQuote(call, advancing, 'EXECUTE', 'CONFLICT');
  return isRefusal(started) ? started : { status: 200, body: started };
};

/** Whether the customer has to authenticate before the quote goes on: not where they trust whom they pay. */
async function needsAuthorization({ unit, tenant }: WorkContext, quote: QuoteRow): Promise<boolean> {
  if (quote.sca_purposes === null) return false;
  const { destination_account_id: payee } = quote;
  return payee === null || !(await isTrusted(unit, tenant, payee, quote.customer_id));
}

/** The quote is not there to be executed: says why, in this order. */
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

import { plusMs } from '../clock/instant.ts';
import { type Handler, isRefusal, refuse } from '../http/operation.ts';
import { newPaymentReference } from '../ids/payment-reference.ts';
import { openTransaction } from '../transactions/open-transaction.ts';
import { agreeWithReceiver } from './agree-with-receiver.ts';
import { checkEnds } from './check-ends.ts';
import { checkParties } from './check-parties.ts';
import { chooseFees } from './choose-fees.ts';
import { executeNewQuote, insufficientFunds } from './execute-quote.ts';
import { newQuote, newTransaction } from './new-quote.ts';
import { openFunding } from './open-funding.ts';
import { priceWithinLimits } from './price-within-limits.ts';
import { quoteLifetimeMs } from './quote-lifetime.ts';
import { exceedsDay } from './quote-limits.ts';
import { viewQuote } from './quote-view.ts';
import { insertQuote } from './quotes-repository.ts';
import { resolveEnds } from './resolve-ends.ts';
import { checkUmaEnd } from './resolve-uma-end.ts';

/** Refusals come in the order in which the specification lists the checks. */
export const createQuote: Handler<'createQuote'> = async (call) => {
  const { input, unit, now, deps } = call;
  const request = input.body;
  const ends = await resolveEnds(call, request);
  if (isRefusal(ends)) return ends;

  const onBehalfOf = request.source.customerId;
  const party = await checkParties(call, ends, onBehalfOf);
  if (isRefusal(party)) return party;
  const { uma } = ends.destination;
  const misdirected = uma && (await checkUmaEnd(call, uma, party));
  if (misdirected !== undefined) return misdirected;
  const unusable = checkEnds(ends, onBehalfOf);
  if (unusable !== undefined) return unusable;
  const fees = await chooseFees(call, request, ends);
  if (isRefusal(fees)) return fees;
  const priced = await priceWithinLimits(call, request, ends, fees);
  if (isRefusal(priced)) return priced;
  const payee = uma && (await agreeWithReceiver(call, { request, ends, uma, party, price: priced.price }));
  if (payee !== undefined && isRefusal(payee)) return payee;

  const ids = { quoteId: deps.ids.next('Quote'), transactionId: deps.ids.next('Transaction') };
  const expiresAt = plusMs(now, quoteLifetimeMs(deps.rails, ends));
  const opening = { ...ids, source: ends.source, amountMinor: priced.price.sendingMinor, expiresAt };
  const funding = openFunding(call, opening);
  const reference = uma && newPaymentReference(deps.random);
  const draft = {
    ...ids,
    tenant: call.tenant,
    now,
    request,
    ends,
    party,
    ...priced,
    fees,
    expiresAt,
    funding,
    payee,
    reference,
  };
  const quote = newQuote(draft);
  const transaction = newTransaction(draft, quote);
  insertQuote(unit, quote);
  openTransaction(call, transaction);
  if (request.immediatelyExecute !== true) return { status: 201, body: viewQuote(quote) };

  const executed = await executeNewQuote(call, quote, transaction);
  if (executed === 'INSUFFICIENT_FUNDS') return insufficientFunds(transaction);
  if (executed === 'DAILY_VOLUME_LIMIT_EXCEEDED') return exceedsDay(ends.source.accountId ?? '', now);
  if (executed === 'ACCOUNT_NOT_ACTIVE')
    return refuse('QUOTE_REQUEST_FAILED', `The source account ${ends.source.accountId} is not active any more.`);
  return { status: 201, body: viewQuote(executed) };
};

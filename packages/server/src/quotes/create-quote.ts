import { type Handler, isRefusal, refuse } from '../http/operation.ts';
import { insertTransaction } from '../transactions/transactions-repository.ts';
import { appendTransactionCreated } from '../transactions/transaction-created.ts';
import { checkParties } from './check-parties.ts';
import { chooseFees } from './choose-fees.ts';
import { executeNewQuote, insufficientFunds } from './execute-quote.ts';
import { newQuote, newTransaction } from './new-quote.ts';
import { priceQuote } from './price-quote.ts';
import { exceedsCorridor, needsProof, worthInCents } from './quote-limits.ts';
import { viewQuote } from './quote-view.ts';
import { insertQuote } from './quotes-repository.ts';
import { resolveEnds } from './resolve-ends.ts';

/** Refusals come in the order in which the specification lists the checks. */
export const createQuote: Handler<'createQuote'> = async (call) => {
  const { input, unit, now, deps } = call;
  const request = input.body;
  const ends = await resolveEnds(call, request);
  if (isRefusal(ends)) return ends;
  const { source, destination } = ends;

  const onBehalfOf = request.source.sourceType === 'ACCOUNT' ? request.source.customerId : undefined;
  const party = await checkParties(call, ends, onBehalfOf);
  if (isRefusal(party)) return party;
  const fees = await chooseFees(call, request, ends);
  if (isRefusal(fees)) return fees;

  const quoted = deps.rates.rateFor(source.currency, destination.currency, now);
  const price =
    quoted &&
    priceQuote({
      lockedSide: request.lockedCurrencySide,
      lockedMinor: BigInt(request.lockedCurrencyAmount),
      sending: source.currency,
      receiving: destination.currency,
      rate: quoted.rate,
      fees,
    });
  if (quoted === undefined) {
    return refuse('QUOTE_RATE_UNAVAILABLE', `There is no rate from ${source.currency} to ${destination.currency} now. Try again later or use another corridor.`);
  }
  if (price === undefined) {
    return refuse('AMOUNT_OUT_OF_RANGE', 'The amount is too small: after fees and conversion nothing arrives. Raise lockedCurrencyAmount.');
  }
  const cents = worthInCents(deps.rates, price.sendingMinor, source.currency, now) ?? 0n;
  const overLimit = exceedsCorridor(cents) ?? (destination.needsOwnershipProof ? needsProof(cents, destination.accountId) : undefined);
  if (overLimit !== undefined) return overLimit;

  const ids = { quoteId: deps.ids.next('Quote'), transactionId: deps.ids.next('Transaction') };
  const draft = { ...ids, tenant: call.tenant, now, request, ends, party, price, rate: quoted.rate, fees, rails: deps.rails };
  const quote = newQuote(draft);
  const transaction = newTransaction(draft, quote);
  insertQuote(unit, quote);
  insertTransaction(unit, transaction);
  appendTransactionCreated(call, transaction);
  if (request.immediatelyExecute !== true) return { status: 201, body: viewQuote(quote) };

  const executed = await executeNewQuote(call, quote, transaction);
  if (executed === 'INSUFFICIENT_FUNDS') return insufficientFunds(transaction);
  if (executed === 'ACCOUNT_NOT_ACTIVE') return refuse('QUOTE_REQUEST_FAILED', `The source account ${source.accountId} is not active any more.`);
  return { status: 201, body: viewQuote(executed) };
};

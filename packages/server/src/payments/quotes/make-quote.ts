import { plusMs } from '../../ground/clock/instant.ts';
import { newPaymentReference } from '../../ground/ids/payment-reference.ts';
import { type Asking, isRefusal, type Outcome, type Refusal } from '../../operation/operation.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { agreeWithReceiver } from './agree-with-receiver.ts';
import { beginQuote } from './begin-quote.ts';
import { checkEnds } from './check-ends.ts';
import { checkParties } from './check-parties.ts';
import { chooseFees } from './choose-fees.ts';
import { newQuote, newTransaction } from './new-quote.ts';
import { openFunding } from './open-funding.ts';
import { priceWithinLimits } from './price-within-limits.ts';
import { quoteLifetimeMs } from './quote-lifetime.ts';
import { type Ends, type QuoteRequest, resolveEnds } from './resolve-ends.ts';
import { checkUmaEnd } from './resolve-uma-end.ts';
import { scaPurposesOf } from './sca-purposes.ts';

/** A rule that only some callers have, checked once it is known that both ends can take part. */
export type EndsRule = (ends: Ends) => Refusal<'INVALID_CURRENCY'> | undefined;

/**
 * Prices a payment, creates its transaction and, when asked to, sends it on its way. Refusals come in the
 * order in which the specification lists the checks; a caller that is refused must let its unit roll back.
 */
export async function makeQuote(
  call: WorkContext & Asking,
  request: QuoteRequest,
  rule: EndsRule = () => undefined,
): Promise<Outcome<'createQuote'>> {
  const { now, deps } = call;
  const ends = await resolveEnds(call, request);
  if (isRefusal(ends)) return ends;

  const onBehalfOf = request.source.customerId;
  const party = await checkParties(call, ends, onBehalfOf);
  if (isRefusal(party)) return party;
  const { uma } = ends.destination;
  const misdirected = uma && (await checkUmaEnd(call, uma, party));
  if (misdirected !== undefined) return misdirected;
  const unusable = checkEnds(ends, onBehalfOf) ?? rule(ends);
  if (unusable !== undefined) return unusable;
  // What the payment will need is there before anything is promised; the rates are asked for by the price.
  requireAdapter(deps.rails);
  if (ends.source.funding === 'COLLECTION') requireAdapter(deps.collections);
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
  const scaPurposes = scaPurposesOf(ends, party.payerRegion);
  const parts = { ...priced, fees, expiresAt, funding, payee, reference, scaPurposes };
  const draft = { ...ids, tenant: call.tenant, now, request, ends, party, ...parts };
  const quote = newQuote(draft);
  const transaction = newTransaction(draft, quote);
  const isImmediate = request.immediatelyExecute === true;
  return beginQuote(call, { quote, transaction, isImmediate, requested: request.scaFactor });
}

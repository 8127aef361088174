import { plusMs } from '../../ground/clock/instant.ts';
import { newPaymentReference } from '../../ground/ids/payment-reference.ts';
import { type Asking, type Handler, isRefusal, type Outcome, type Refusal } from '../../operation/operation.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { newQuote, newTransaction } from './build-rows.ts';
import { checkAccounts } from './check-accounts.ts';
import { checkCustomers } from './check-customers.ts';
import { chooseFees } from './choose-fees.ts';
import { confirmWithCounterparty } from './confirm-with-counterparty.ts';
import { openFunding } from './open-funding.ts';
import { priceWithinLimits } from './price-within-limits.ts';
import { quoteLifetimeMs } from './quote-lifetime.ts';
import { type Parties, type QuoteRequest, resolveParties } from './resolve-parties.ts';
import { checkUmaReceiver } from './resolve-uma-destination.ts';
import { scaPurposesOf } from './sca-purposes.ts';
import { storeQuote } from './store-quote.ts';

export const createQuote: Handler<'createQuote'> = (call) => createQuoteFrom(call, call.input.body);

/** A rule that only some callers have, checked once it is known that both parties can take part. */
export type PartiesRule = (parties: Parties) => Refusal<'INVALID_CURRENCY'> | undefined;

/**
 * Prices a payment, creates its transaction and, when asked to, sends it on its way. Refusals come in the
 * order in which the specification lists the checks; a caller that is refused must let its unit roll back.
 */
export async function createQuoteFrom(
  call: WorkContext & Asking,
  request: QuoteRequest,
  rule: PartiesRule = () => undefined,
): Promise<Outcome<'createQuote'>> {
  const { now, deps } = call;
  const parties = await resolveParties(call, request);
  if (isRefusal(parties)) return parties;

  const onBehalfOf = request.source.customerId;
  const payer = await checkCustomers(call, parties, onBehalfOf);
  if (isRefusal(payer)) return payer;
  const { uma } = parties.destination;
  const misdirected = uma && (await checkUmaReceiver(call, uma, payer));
  if (misdirected !== undefined) return misdirected;
  const unusable = checkAccounts(parties, onBehalfOf) ?? rule(parties);
  if (unusable !== undefined) return unusable;
  // What the payment will need is there before anything is promised; the rates are asked for by the price.
  requireAdapter(deps.rails);
  if (parties.source.funding === 'COLLECTION') requireAdapter(deps.collections);
  const fees = await chooseFees(call, request, parties);
  if (isRefusal(fees)) return fees;
  const priced = await priceWithinLimits(call, request, parties, fees);
  if (isRefusal(priced)) return priced;
  const payee = uma && (await confirmWithCounterparty(call, { request, parties, uma, payer, price: priced.price }));
  if (payee !== undefined && isRefusal(payee)) return payee;

  const ids = { quoteId: deps.ids.next('Quote'), transactionId: deps.ids.next('Transaction') };
  const expiresAt = plusMs(now, quoteLifetimeMs(deps.rails, parties));
  const opening = { ...ids, source: parties.source, amountMinor: priced.price.sendingMinor, expiresAt };
  const funding = openFunding(call, opening);
  const reference = uma && newPaymentReference(deps.random);
  const scaPurposes = scaPurposesOf(parties, payer.payerRegion);
  const parts = { ...priced, fees, expiresAt, funding, payee, reference, scaPurposes };
  const draft = { ...ids, tenant: call.tenant, now, request, parties, payer, ...parts };
  const quote = newQuote(draft);
  const transaction = newTransaction(draft, quote);
  const isImmediate = request.immediatelyExecute === true;
  return storeQuote(call, { quote, transaction, isImmediate, requested: request.scaFactor });
}

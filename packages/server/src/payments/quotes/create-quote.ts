import type { FeeSchedule } from '../../engines/rates/fees.ts';
import type { PartyInformation } from '../../engines/uma/uma-network.ts';
import { plusMs } from '../../ground/clock/instant.ts';
import { newPaymentReference } from '../../ground/ids/payment-reference.ts';
import type { WorkContext } from '../../operation/deps.ts';
import {
  afterRequest,
  type ExternalCall,
  type Handler,
  isRefusal,
  type Outcome,
  type Refusal,
} from '../../operation/operation.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import { newQuote, newTransaction } from './build-rows.ts';
import { checkAccounts } from './check-accounts.ts';
import { checkCustomers } from './check-customers.ts';
import { chooseFees } from './choose-fees.ts';
import { type Confirmation, confirmWithCounterparty, prepareConfirmation } from './confirm-with-counterparty.ts';
import { openFunding } from './open-funding.ts';
import type { Parties, Payer, QuoteRequest } from './parties.ts';
import { type Priced, priceWithinLimits } from './price-within-limits.ts';
import { quoteLifetimeMs } from './quote-lifetime.ts';
import { resolveParties } from './resolve-parties.ts';
import { checkUmaReceiver } from './resolve-uma-destination.ts';
import { scaPurposesOf } from './sca-purposes.ts';
import { storeQuote } from './store-quote.ts';

export const createQuote: Handler<'createQuote'> = afterRequest(confirmFirst, async (call, confirmed) =>
  storePrepared(call, confirmed ?? (await prepareQuote(call, call.input.body))),
);

/** A rule that only some callers have, checked once it is known that both parties can take part. */
export type PartiesRule = (parties: Parties) => Refusal<'INVALID_CURRENCY'> | undefined;

/** A payment that may be made, with its price. */
interface PreparedQuote extends Priced {
  readonly request: QuoteRequest;
  readonly parties: Parties;
  readonly payer: Payer;
  readonly fees: FeeSchedule;
  /** Only where a UMA address is paid. */
  readonly confirmation: Confirmation | undefined;
}

type QuoteRefusal = Extract<Outcome<'createQuote'>, Refusal>;

/** The provider of a UMA address is asked before the quote is stored; nobody else is. */
async function confirmFirst(call: ExternalCall<'createQuote'>): Promise<PreparedQuote | QuoteRefusal | undefined> {
  const { body } = call.input;
  if (body.destination.destinationType !== 'UMA_ADDRESS') return undefined;
  const prepared = await call.deps.database.read((unit) => prepareQuote({ ...call, unit }, body));
  if (isRefusal(prepared) || prepared.confirmation === undefined || 'payee' in prepared.confirmation) return prepared;
  const payee = await confirmWithCounterparty(call.deps, prepared.confirmation);
  return isRefusal(payee) ? payee : { ...prepared, confirmation: { payee } };
}

/** A quote to an account: nobody has to be asked about it. A caller that is refused must let its unit roll back. */
export async function createQuoteFrom(
  context: WorkContext,
  request: QuoteRequest,
  rule: PartiesRule,
): Promise<Outcome<'createQuote'>> {
  return storePrepared(context, await prepareQuote(context, request, rule));
}

/** Reads what the payment needs and prices it. Refusals come in the order in which the specification lists the checks. */
async function prepareQuote(
  context: WorkContext,
  request: QuoteRequest,
  rule: PartiesRule = () => undefined,
): Promise<PreparedQuote | QuoteRefusal> {
  const { deps } = context;
  const parties = await resolveParties(context, request);
  if (isRefusal(parties)) return parties;

  const onBehalfOf = request.source.customerId;
  const payer = await checkCustomers(context, parties, onBehalfOf);
  if (isRefusal(payer)) return payer;
  const { uma } = parties.destination;
  const misdirected = uma && (await checkUmaReceiver(context, uma, payer));
  if (misdirected !== undefined) return misdirected;
  const unusable = checkAccounts(parties, onBehalfOf) ?? rule(parties);
  if (unusable !== undefined) return unusable;
  // What the payment will need is there before anything is promised; the rates are asked for by the price.
  requireAdapter(deps.rails);
  if (parties.source.funding === 'COLLECTION') requireAdapter(deps.collections);
  const fees = await chooseFees(context, request, parties);
  if (isRefusal(fees)) return fees;
  const priced = await priceWithinLimits(context, request, parties, fees);
  if (isRefusal(priced)) return priced;
  const confirmation =
    uma && (await prepareConfirmation(context, { request, parties, uma, payer, price: priced.price }));
  if (confirmation !== undefined && isRefusal(confirmation)) return confirmation;
  return { ...priced, request, parties, payer, fees, confirmation };
}

/** Stores the quote with its transaction and, when asked to, sends the payment on its way. */
async function storePrepared(
  context: WorkContext,
  prepared: PreparedQuote | QuoteRefusal,
): Promise<Outcome<'createQuote'>> {
  if (isRefusal(prepared)) return prepared;
  const { tenant, now, deps } = context;
  const { request, parties, payer, price, confirmation } = prepared;
  const ids = { quoteId: deps.ids.next('Quote'), transactionId: deps.ids.next('Transaction') };
  const expiresAt = plusMs(now, quoteLifetimeMs(deps.rails, parties));
  const opening = { ...ids, source: parties.source, amountMinor: price.sendingMinor, expiresAt };
  const draft = {
    ...prepared,
    ...ids,
    tenant,
    now,
    expiresAt,
    funding: openFunding(context, opening),
    payee: payeeOf(confirmation),
    reference: parties.destination.uma && newPaymentReference(deps.random),
    scaPurposes: scaPurposesOf(parties, payer.payerRegion),
  };
  const quote = newQuote(draft);
  const transaction = newTransaction(draft, quote);
  const isImmediate = request.immediatelyExecute === true;
  return storeQuote(context, { quote, transaction, isImmediate, requested: request.scaFactor });
}

function payeeOf(confirmation: Confirmation | undefined): PartyInformation | undefined {
  if (confirmation === undefined) return undefined;
  if (!('payee' in confirmation)) throw new Error('a payment to a UMA address is stored before its provider was asked');
  return confirmation.payee;
}

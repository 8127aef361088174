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
import type { PreparedQuote } from './build-rows.ts';
import { checkParties } from './check-parties.ts';
import type { Parties, QuoteRequest } from './parties.ts';
import { pricePayment } from './price-payment.ts';
import { readParties } from './read-parties.ts';
import { type QuoteFacts, readQuoteFacts } from './read-quote-facts.ts';
import { storeQuote } from './store-quote.ts';
import { confirmWithCounterparty, prepareConfirmation } from './uma-receiver.ts';
import { checkWalletCovers, checkWalletIsOpen } from './wallet-payment.ts';

export const createQuote: Handler<'createQuote'> = afterRequest(confirmFirst, async (call, confirmed) => {
  const prepared = confirmed ?? (await prepareQuote(call, call.input.body));
  return isRefusal(prepared) ? prepared : storeQuote(call, prepared);
});

/** A rule that only some callers have, checked once it is known that both parties can take part. */
export type PartiesRule = (parties: Parties) => Refusal<'INVALID_CURRENCY'> | undefined;

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
  const prepared = await prepareQuote(context, request, rule);
  return isRefusal(prepared) ? prepared : storeQuote(context, prepared);
}

/** Reads first, then decides: nothing is read any more once it is known who pays whom and by which terms. */
async function prepareQuote(
  context: WorkContext,
  request: QuoteRequest,
  rule: PartiesRule = () => undefined,
): Promise<PreparedQuote | QuoteRefusal> {
  const parties = await readParties(context, request);
  if (isRefusal(parties)) return parties;
  const facts = await readQuoteFacts(context, request, parties);
  return decideQuote(context, { request, parties, facts, rule });
}

interface Known {
  readonly request: QuoteRequest;
  readonly parties: Parties;
  readonly facts: QuoteFacts;
  readonly rule: PartiesRule;
}

/** Refusals come in the order in which the specification lists the checks. */
function decideQuote(
  { now, deps }: Pick<WorkContext, 'now' | 'deps'>,
  { request, parties, facts, rule }: Known,
): PreparedQuote | QuoteRefusal {
  const notOpen = checkWalletIsOpen(parties);
  if (notOpen !== undefined) return notOpen;
  const payer = checkParties(parties, facts, request.source.customerId);
  if (isRefusal(payer)) return payer;
  const refused = rule(parties);
  if (refused !== undefined) return refused;
  // What the payment will need is there before anything is promised; the rates are asked for by the price.
  requireAdapter(deps.rails);
  if (parties.source.funding === 'COLLECTION') requireAdapter(deps.collections);
  const priced = pricePayment(request, parties, facts, { rates: deps.rates, now });
  if (isRefusal(priced)) return priced;
  const uncovered = checkWalletCovers(parties, priced);
  if (uncovered !== undefined) return uncovered;
  const { uma } = parties.destination;
  const confirmation = uma && prepareConfirmation({ request, parties, uma, facts, price: priced.price });
  if (confirmation !== undefined && isRefusal(confirmation)) return confirmation;
  return { ...priced, request, parties, payer, confirmation };
}

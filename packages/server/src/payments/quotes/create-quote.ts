import type { WorkContext } from '../../operation/deps.ts';
import { afterRequest, type Handler, isRefusal, type Outcome, type Refusal } from '../../operation/operation.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import type { Asker, PreparedQuote } from './build-rows.ts';
import { checkParties } from './check-parties.ts';
import type { Parties, QuoteRequest } from './parties.ts';
import { pricePayment } from './price-payment.ts';
import { readParties } from './read-parties.ts';
import { type QuoteFacts, readQuoteFacts } from './read-quote-facts.ts';
import { storeQuote } from './store-quote.ts';
import { confirmWithCounterparty, prepareConfirmation } from './uma-receiver.ts';
import { checkWalletCovers, checkWalletIsOpen } from './wallet-payment.ts';

export const createQuote: Handler<'createQuote'> = afterRequest(
  (call) => confirmQuote(call, call.input.body),
  (call, confirmed) => recordQuote(call, call.input.body, confirmed),
);

/** A rule that only some callers have, checked once it is known that both parties can take part. */
export type PartiesRule = (parties: Parties) => Refusal<'INVALID_CURRENCY'> | undefined;

type QuoteRefusal = Extract<Outcome<'createQuote'>, Refusal>;

/** What only some of those who ask for quotes have. */
export interface QuoteTerms extends Asker {
  readonly rule?: PartiesRule;
}

type Confirmed = PreparedQuote | QuoteRefusal | undefined;

/** The provider of a UMA address is asked before the quote is stored; nobody else is. */
export async function confirmQuote(
  context: Omit<WorkContext, 'unit'>,
  request: QuoteRequest,
  terms: QuoteTerms = {},
): Promise<Confirmed> {
  if (request.destination.destinationType !== 'UMA_ADDRESS') return undefined;
  const { deps } = context;
  const prepared = await deps.database.read((unit) => prepareQuote({ ...context, unit }, request, terms));
  if (isRefusal(prepared) || prepared.confirmation === undefined || 'payee' in prepared.confirmation) return prepared;
  const confirmation = await confirmWithCounterparty(context, prepared.confirmation);
  return isRefusal(confirmation) ? confirmation : { ...prepared, confirmation };
}

/** Stores what was confirmed; about a payment to an account nobody had to be asked. A caller that is refused must let its unit roll back. */
export async function recordQuote(
  context: WorkContext,
  request: QuoteRequest,
  confirmed: Confirmed,
  terms: QuoteTerms = {},
): Promise<Outcome<'createQuote'>> {
  const prepared = confirmed ?? (await prepareQuote(context, request, terms));
  return isRefusal(prepared) ? prepared : storeQuote(context, prepared);
}

/** Reads first, then decides: nothing is read any more once it is known who pays whom and by which terms. */
async function prepareQuote(
  context: WorkContext,
  request: QuoteRequest,
  terms: QuoteTerms,
): Promise<PreparedQuote | QuoteRefusal> {
  const parties = await readParties(context, request);
  if (isRefusal(parties)) return parties;
  const facts = await readQuoteFacts(context, request, parties);
  return decideQuote(context, { request, parties, facts, terms });
}

interface Known {
  readonly request: QuoteRequest;
  readonly parties: Parties;
  readonly facts: QuoteFacts;
  readonly terms: QuoteTerms;
}

/** Refusals come in the order in which the specification lists the checks. */
function decideQuote(
  { now, deps }: Pick<WorkContext, 'now' | 'deps'>,
  { request, parties, facts, terms }: Known,
): PreparedQuote | QuoteRefusal {
  const notOpen = checkWalletIsOpen(parties);
  if (notOpen !== undefined) return notOpen;
  const payer = checkParties(parties, facts, request.source.customerId);
  if (isRefusal(payer)) return payer;
  const { rule, ...asker } = terms;
  const refused = rule?.(parties);
  if (refused !== undefined) return refused;
  // What the payment will need is there before anything is promised; the rates are asked for by the price.
  requireAdapter(deps.rails);
  if (parties.source.funding === 'COLLECTION') requireAdapter(deps.collections);
  const priced = pricePayment(request, parties, facts, { rates: deps.rates, now });
  if (isRefusal(priced)) return priced;
  const uncovered = checkWalletCovers(parties, priced);
  if (uncovered !== undefined) return uncovered;
  const { uma } = parties.destination;
  // A customer of the platform's own is paid inside.
  if (uma !== undefined && facts.umaPayee === undefined) requireAdapter(deps.lightning);
  const confirmation = uma && prepareConfirmation({ request, parties, uma, facts, price: priced.price });
  if (confirmation !== undefined && isRefusal(confirmation)) return confirmation;
  return { ...priced, request, parties, payer, confirmation, asker };
}

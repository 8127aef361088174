import type { FieldError } from '@payments-platform/types';
import { factErrors } from '../../engines/uma/field-names.ts';
import type { WorkContext } from '../../operation/deps.ts';
import {
  type Handler,
  isRefusal,
  type Outcome,
  prepared,
  type Refusal,
  refuseFieldErrors,
  withFieldRules,
} from '../../operation/operation.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import type { Asker, PreparedQuote } from './build-rows.ts';
import { checkParties } from './check-parties.ts';
import type { Parties, QuoteRequest } from './parties.ts';
import { pricePayment } from './price-payment.ts';
import type { KnownQuote } from './quote-facts.ts';
import type { PartiesRefusal } from './read-parties.ts';
import { readQuote } from './read-quote.ts';
import { storeQuote } from './store-quote.ts';
import { confirmWithCounterparty, prepareConfirmation } from './uma-receiver.ts';
import { checkWalletCovers, checkWalletIsOpen } from './wallet-payment.ts';

export const createQuote: Handler<'createQuote'> = withFieldRules(
  senderErrors,
  prepared(
    {
      asks: (call) => isConfirmed(call.input.body),
      request: (call) => confirmQuote(call, call.input.body),
      reads: async (call) => (isConfirmed(call.input.body) ? undefined : readQuote(call, call.input.body)),
    },
    (call, known, confirmed) => recordQuote(call, call.input.body, confirmed, { known }),
  ),
);

/** The receiver's provider would refuse or ignore such a fact about the sender. */
export function senderErrors({ senderCustomerInfo }: Pick<QuoteRequest, 'senderCustomerInfo'>): FieldError[] {
  return factErrors('senderCustomerInfo', senderCustomerInfo);
}

/** A rule of some callers, checked once both parties are known to be able to take part. */
type PartiesRule = (parties: Parties) => Refusal<'INVALID_CURRENCY'> | undefined;

type QuoteRefusal = Extract<Outcome<'createQuote'>, Refusal>;

/** What only some callers that create quotes set. */
export interface QuoteTerms extends Asker {
  readonly rule?: PartiesRule;
  /** What decides about the quote, if it was already read. */
  readonly known?: KnownQuote | PartiesRefusal | undefined;
}

type Confirmed = PreparedQuote | QuoteRefusal | undefined;

/** Only the provider of a UMA address is asked before the quote is stored. */
function isConfirmed({ destination }: QuoteRequest): boolean {
  return destination.destinationType === 'UMA_ADDRESS';
}

/** Asks the receiver's provider, if there is one to ask. */
export async function confirmQuote(
  context: Omit<WorkContext, 'unit'>,
  request: QuoteRequest,
  terms: QuoteTerms = {},
): Promise<Confirmed> {
  if (!isConfirmed(request)) return undefined;
  const { deps } = context;
  const decided = await deps.database.read((unit) => prepareQuote({ ...context, unit }, request, terms));
  if (isRefusal(decided) || decided.confirmation === undefined || 'payee' in decided.confirmation) return decided;
  const confirmation = await confirmWithCounterparty(context, decided.confirmation);
  return isRefusal(confirmation) ? confirmation : { ...decided, confirmation };
}

/**
 * Stores the confirmed quote; a payment to an account needs no confirmation. A caller that is refused must let its
 * unit roll back.
 */
export async function recordQuote(
  context: WorkContext,
  request: QuoteRequest,
  confirmed: Confirmed,
  terms: QuoteTerms = {},
): Promise<Outcome<'createQuote'>> {
  const decided = confirmed ?? (await prepareQuote(context, request, terms));
  return isRefusal(decided) ? decided : storeQuote(context, decided);
}

/** Reads everything first, then decides. */
async function prepareQuote(
  context: WorkContext,
  request: QuoteRequest,
  terms: QuoteTerms,
): Promise<PreparedQuote | QuoteRefusal> {
  const wrong = refuseFieldErrors(senderErrors(request));
  if (wrong !== undefined) return wrong;
  const known = terms.known ?? (await readQuote(context, request));
  return isRefusal(known) ? known : decideQuote(context, { request, terms, ...known });
}

interface Deciding extends KnownQuote {
  readonly request: QuoteRequest;
  readonly terms: QuoteTerms;
}

/** Refusals come in the order in which the specification lists the checks. */
function decideQuote(
  { now, deps }: Pick<WorkContext, 'now' | 'deps'>,
  { request, parties, facts, terms }: Deciding,
): PreparedQuote | QuoteRefusal {
  const notOpen = checkWalletIsOpen(parties);
  if (notOpen !== undefined) return notOpen;
  const payer = checkParties(parties, facts, request.source.customerId);
  if (isRefusal(payer)) return payer;
  const { rule, known: _, ...asker } = terms;
  const refused = rule?.(parties);
  if (refused !== undefined) return refused;
  // The adapters that the payment needs are required before anything is promised; pricing requires the rates.
  requireAdapter(deps.rails);
  if (parties.source.funding === 'COLLECTION') requireAdapter(deps.collections);
  const market = { rates: deps.rates, rails: deps.rails, now };
  const priced = pricePayment(request, parties, facts, market);
  if (isRefusal(priced)) return priced;
  const uncovered = checkWalletCovers(parties, priced);
  if (uncovered !== undefined) return uncovered;
  const { uma } = parties.destination;
  // A payment to a customer of this platform stays inside.
  if (uma !== undefined && facts.umaPayee === undefined) requireAdapter(deps.lightning);
  const confirmation = uma && prepareConfirmation({ request, parties, uma, facts, price: priced.price, market });
  if (confirmation !== undefined && isRefusal(confirmation)) return confirmation;
  return { ...priced, request, parties, payer, confirmation, asker };
}

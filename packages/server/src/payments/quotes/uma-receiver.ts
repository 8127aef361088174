import { affordableMillisatoshis } from '../../engines/rates/lightning-multiplier.ts';
import type { Price } from '../../engines/rates/price.ts';
import type { Market } from '../../engines/rates/rate-source.ts';
import { statedFacts } from '../../engines/uma/field-names.ts';
import { type PayProblem, problem } from '../../engines/uma/problems.ts';
import { readUmaAddress, umaAddress } from '../../engines/uma/uma-address.ts';
import type { PartyInformation, PayRequest, Settlement } from '../../engines/uma/uma-network.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import type { Lookup } from '../receivers/find-lookup.ts';
import type { Destination, Parties, Payer, QuoteRequest, UmaReceiver } from './parties.ts';
import type { Participant, QuoteFacts } from './quote-facts.ts';

export type UmaDestination = Extract<QuoteRequest['destination'], { readonly destinationType: 'UMA_ADDRESS' }>;

type UmaRefusal = Refusal<
  'INVALID_UMA_ADDRESS' | 'INVALID_INPUT' | 'LOOKUP_REQUEST_NOT_FOUND' | 'INVALID_RECEIVER' | 'INVALID_CURRENCY'
>;

/** The destination of a UMA payment, from its lookup. */
export function umaDestination(
  { umaAddress: given, currency: asked }: UmaDestination,
  lookupId: string | undefined,
  lookup: Lookup | undefined,
): Destination | UmaRefusal {
  const address = readUmaAddress(given);
  if (address === undefined) {
    return refuse(
      'INVALID_UMA_ADDRESS',
      'destination.umaAddress is not of the form $name@domain. Correct it and look it up first.',
    );
  }
  if (lookupId === undefined) {
    const message = 'A payment to a UMA address requires a lookup. Send the lookupId of GET /receiver/uma/{address}.';
    return refuseFields([{ field: 'lookupId', message }]);
  }
  if (lookup === undefined) return unknownLookup(lookupId);
  if (lookup.receiver !== address.text) {
    return refuse(
      'INVALID_RECEIVER',
      'The lookup was made for another receiver. Look this address up and send its lookupId.',
    );
  }
  const codes = lookup.currencies.map((one) => one.currency);
  const currency = codes.find((code) => code === (asked ?? codes[0]));
  if (currency === undefined) {
    return refuse('INVALID_CURRENCY', `The receiver can be paid in ${codes.join(', ')}. Choose one of them.`);
  }
  return {
    accountId: null,
    customerId: null,
    currency,
    status: 'ACTIVE',
    isInternal: false,
    isTrusted: false,
    identifier: address.text,
    rail: 'UMA',
    isRailChosen: false,
    rails: [],
    bankRail: null,
    network: null,
    payingBusinessGives: [],
    uma: { address, lookup },
  };
}

export function unknownLookup(lookupId: string): Refusal<'LOOKUP_REQUEST_NOT_FOUND'> {
  return refuse(
    'LOOKUP_REQUEST_NOT_FOUND',
    `There is no lookup ${lookupId} of the last 15 minutes. Look the receiver up again.`,
  );
}

/**
 * A lookup is valid for its sender only, who must not be the receiver, and for the customer who had the address: a
 * customer who got it since is not the one that the payer looked up. A deleted customer keeps the address.
 */
export function checkUmaReceiver(
  { lookup }: UmaReceiver,
  payee: Participant | undefined,
  payer: Payer,
): Refusal<'SELF_PAYMENT' | 'INVALID_RECEIVER' | 'INVALID_INPUT'> | undefined {
  if (payee !== undefined && payee.id === payer.customerId) {
    return refuse('SELF_PAYMENT', 'The UMA address belongs to the paying customer. Use another receiver.');
  }
  const isAnother = lookup.receiverCustomerId !== null && payee?.id !== lookup.receiverCustomerId;
  if (isAnother || payee?.customer?.isDeleted === true) {
    return refuse(
      'INVALID_RECEIVER',
      'The customer who was looked up no longer has this UMA address. Ask for their current one and look it up.',
    );
  }
  if (lookup.senderCustomerId === payer.customerId) return undefined;
  const message = `The lookup was made for ${lookup.senderCustomerId ?? 'the platform'}, not for this payer. Pay on behalf of that customer, or look the receiver up again.`;
  return refuseFields([{ field: 'lookupId', message }]);
}

interface PaymentTerms {
  readonly request: QuoteRequest;
  readonly parties: Parties;
  readonly uma: UmaReceiver;
  readonly facts: QuoteFacts;
  readonly price: Price;
  readonly market: Market;
}

type ConfirmationRefusal = Refusal<
  PayProblem | 'AMOUNT_OUT_OF_RANGE' | 'MISSING_MANDATORY_USER_INFO' | 'QUOTE_RATE_UNAVAILABLE'
>;

/** A request to the receiver's provider to accept the payment. */
interface CounterpartyRequest {
  readonly request: PayRequest;
  /** What that provider must disclose about the receiver. */
  readonly mandatory: readonly string[];
  /** The most that the payment may cost, whatever that provider requires. */
  readonly mostMillisatoshis: bigint;
}

/** What the receiver's side discloses about the receiver, and how another provider is paid. */
export interface Confirmed {
  readonly payee: PartyInformation;
  /** The receiver, if it is a customer of this platform. */
  readonly payeeCustomerId?: string;
  readonly settlement?: Settlement;
}

/** The confirmation, or the request that obtains it. */
export type Confirmation = Confirmed | CounterpartyRequest;

/**
 * Checks that the payment is within the limits of both sides, and that the required information about the sender is
 * available. A customer of this platform is known; any other provider must be asked.
 */
export function prepareConfirmation(terms: PaymentTerms): Confirmation | ConfirmationRefusal {
  const { parties, uma, facts, price } = terms;
  const outside = exceedsPlatform(terms) ?? exceedsReceiver(terms);
  if (outside !== undefined) return outside;
  const sender = facts.participants[0]?.customer;
  if (sender === undefined) throw new Error('a payment to a UMA address has no customer who sends it');
  const payer = informationAboutPayer(terms);
  const missing = uma.lookup.requestedPayerFields.filter(
    ({ name, mandatory }) => mandatory && payer[name] === undefined,
  );
  if (missing.length > 0) return informationMissing(missing.map(({ name }) => name));

  const rules = facts.terms.receiving?.counterpartyRules ?? [];
  const requestedPayeeFields = rules.map(({ name }) => name);
  const { umaPayee } = facts;
  if (umaPayee !== undefined)
    return { payee: informationAboutPayee(umaPayee, requestedPayeeFields), payeeCustomerId: umaPayee.id };
  const mostMillisatoshis = affordable(terms);
  if (typeof mostMillisatoshis !== 'bigint') return mostMillisatoshis;
  const request = {
    receiver: uma.address,
    sender: umaAddress(sender.umaAddress),
    currency: parties.destination.currency,
    receivingMinor: price.receivingMinor,
    payer,
    requestedPayeeFields,
  };
  const mandatory = rules.filter((rule) => rule.mandatory).map(({ name }) => name);
  return { request, mandatory, mostMillisatoshis };
}

/** Another provider is paid in bitcoin, which must be bought with the payer's money at the current price. */
function affordable({ parties, price, market }: PaymentTerms): bigint | Refusal<'QUOTE_RATE_UNAVAILABLE'> {
  const { currency } = parties.source;
  const quoted = market.rates.rateFor(currency, 'BTC', market.now);
  if (quoted !== undefined) return affordableMillisatoshis(price, quoted.rate, currency);
  return refuse(
    'QUOTE_RATE_UNAVAILABLE',
    `Another provider is paid in bitcoin, and there is no rate from ${currency} to BTC now. Try again later or use another way to pay.`,
  );
}

/** Asks the receiver's provider to accept the payment. No database transaction is open. */
export async function confirmWithCounterparty(
  { tenant, deps }: Pick<WorkContext, 'tenant' | 'deps'>,
  { request, mandatory, mostMillisatoshis }: CounterpartyRequest,
): Promise<Confirmed | ConfirmationRefusal> {
  const answer = await deps.uma.requestPayment(request, { tenant, deps });
  if (answer.kind === 'PROBLEM') return refuse(answer.code, answer.reason);
  const { payee, settlement } = answer;
  const broken = problem('INVALID_PAYREQ_RESPONSE');
  if (mandatory.some((name) => payee[name] === undefined)) return refuse(broken.code, broken.reason);
  // That provider sets the price of its currency, so the price must be checked.
  if (settlement.amountMillisatoshis > mostMillisatoshis) return refuse(broken.code, tooDear);
  return { payee, settlement };
}

const tooDear =
  "The receiver's provider requires more than the payment brings at the current rate. Try again once the rates of both sides have moved closer, or use another way to pay.";

/** The data on file and the data of the request, limited to what is requested. */
function informationAboutPayer({ request, facts, uma }: PaymentTerms): PartyInformation {
  const given = { ...facts.participants[0]?.information, ...request.senderCustomerInfo };
  const wanted = uma.lookup.requestedPayerFields.map(({ name }) => [name, given[name]] as const);
  return statedFacts(Object.fromEntries(wanted));
}

/** The information about a customer of this platform comes from the platform's own data. */
function informationAboutPayee({ information }: Participant, wanted: readonly string[]): PartyInformation {
  return Object.fromEntries(
    Object.entries(information).filter(([name]) => name === 'FULL_NAME' || wanted.includes(name)),
  );
}

/** The limits of the lookup; a customer of this platform has those of its configuration, which may have changed since. */
function exceedsReceiver({ uma, parties, facts, price }: PaymentTerms): Refusal<'AMOUNT_OUT_OF_RANGE'> | undefined {
  const found = uma.lookup.currencies.find(({ currency }) => currency === parties.destination.currency);
  const limits = facts.umaPayee === undefined ? found : facts.terms.receiving;
  return limits && outOfRange('The receiver accepts', parties.destination.currency, price.receivingMinor, limits);
}

function exceedsPlatform({ parties, facts, price }: PaymentTerms): Refusal<'AMOUNT_OUT_OF_RANGE'> | undefined {
  const limits = facts.terms.sending;
  return limits && outOfRange('Your platform sends', parties.source.currency, price.sendingMinor, limits);
}

function outOfRange(
  who: string,
  currency: CurrencyCode,
  amountMinor: bigint,
  { minMinor, maxMinor }: { readonly minMinor: bigint; readonly maxMinor: bigint },
): Refusal<'AMOUNT_OUT_OF_RANGE'> | undefined {
  if (amountMinor >= minMinor && amountMinor <= maxMinor) return undefined;
  return refuse(
    'AMOUNT_OUT_OF_RANGE',
    `${who} from ${minMinor} to ${maxMinor} of the smallest unit of ${currency} to a UMA address, and this would be ${amountMinor}. Change the amount.`,
  );
}

function informationMissing(names: readonly string[]): Refusal<'MISSING_MANDATORY_USER_INFO'> {
  return refuse(
    'MISSING_MANDATORY_USER_INFO',
    `The receiver's provider requires ${names.join(', ')} of the sender. Send them in senderCustomerInfo.`,
    { errors: names.map((name) => ({ field: `senderCustomerInfo.${name}`, message: 'Is required and not on file.' })) },
  );
}

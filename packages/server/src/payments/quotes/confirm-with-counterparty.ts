import { type PayProblem, problem } from '../../engines/uma/problems.ts';
import { umaAddress } from '../../engines/uma/uma-address.ts';
import type { PartyInformation, PayRequest } from '../../engines/uma/uma-network.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { Deps, WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { type CustomerInformation, findCustomerInformation } from '../../people/customers/customer-information.ts';
import { findCustomer, findCustomerByUmaAddress } from '../../people/customers/find-customer.ts';
import { findCounterpartyRules } from '../../platform/config/find-counterparty-rules.ts';
import { findCurrencyLimits } from '../../platform/config/find-currency-limits.ts';
import type { Price } from '../pricing/price-quote.ts';
import type { Parties, Payer, QuoteRequest, UmaReceiver } from './parties.ts';

interface PaymentTerms {
  readonly request: QuoteRequest;
  readonly parties: Parties;
  readonly uma: UmaReceiver;
  readonly payer: Payer;
  readonly price: Price;
}

type ConfirmationRefusal = Refusal<PayProblem | 'AMOUNT_OUT_OF_RANGE' | 'MISSING_MANDATORY_USER_INFO'>;

/** A request to the receiver's provider to take the payment. */
interface CounterpartyRequest {
  readonly request: PayRequest;
  /** What that provider has to tell about the receiver. */
  readonly mandatory: readonly string[];
}

/** What the receiver's side tells about the receiver, or the request that has to be sent to find it out. */
export type Confirmation = { readonly payee: PartyInformation } | CounterpartyRequest;

/**
 * Makes sure that the payment is within both sides' limits, and that there is what the receiver's side demands to
 * know about the sender. A customer of the platform's own is known; any other provider has to be asked.
 */
export async function prepareConfirmation(
  context: WorkContext,
  terms: PaymentTerms,
): Promise<Confirmation | ConfirmationRefusal> {
  const outside = (await exceedsPlatform(context, terms)) ?? exceedsReceiver(terms);
  if (outside !== undefined) return outside;
  const { unit, tenant } = context;
  const { payer, uma, parties } = terms;
  const sender = await findCustomer(unit, tenant, payer.customerId ?? '');
  if (sender === undefined) throw new Error('a payment to a UMA address has no customer who sends it');
  const payerInformation = informationAboutPayer(await findCustomerInformation(unit, tenant, sender.id), terms);
  const missing = uma.lookup.wantedOfPayer.filter(
    ({ name, mandatory }) => mandatory && payerInformation[name] === undefined,
  );
  if (missing.length > 0) return informationMissing(missing.map(({ name }) => name));

  const rules = await findCounterpartyRules(unit, tenant, parties.destination.currency);
  const own = await findOwnPayee(
    context,
    uma,
    rules.map(({ name }) => name),
  );
  if (own !== undefined) return { payee: own };
  const request = {
    receiver: uma.address,
    sender: umaAddress(sender.umaAddress),
    currency: parties.destination.currency,
    receivingMinor: terms.price.receivingMinor,
    payer: payerInformation,
    wantedOfPayee: rules.map(({ name }) => name),
  };
  return { request, mandatory: rules.filter(({ mandatory }) => mandatory).map(({ name }) => name) };
}

/** Asks the receiver's provider, with no database transaction open, to take the payment. */
export async function confirmWithCounterparty(
  { uma }: Deps,
  { request, mandatory }: CounterpartyRequest,
): Promise<PartyInformation | ConfirmationRefusal> {
  const answer = await uma.requestPayment(request);
  if (answer.kind === 'PROBLEM') return refuse(answer.code, answer.reason);
  const isSilent = mandatory.some((name) => answer.payee[name] === undefined);
  const broken = problem('INVALID_PAYREQ_RESPONSE');
  return isSilent ? refuse(broken.code, broken.reason) : answer.payee;
}

/** What is on file, and what the request adds to it, so far as it is wanted. */
function informationAboutPayer(onFile: CustomerInformation, { request, uma }: PaymentTerms): PartyInformation {
  const given = { ...onFile, ...request.senderCustomerInfo };
  const wanted = uma.lookup.wantedOfPayer.map(({ name }) => [name, given[name]] as const);
  return Object.fromEntries(wanted.filter(([, value]) => value !== undefined && value !== null && value !== ''));
}

/** A customer of the platform's own is told about by the platform's own file. */
async function findOwnPayee(
  { unit, tenant }: WorkContext,
  { address }: UmaReceiver,
  wanted: readonly string[],
): Promise<PartyInformation | undefined> {
  const receiver = await findCustomerByUmaAddress(unit, tenant, address.text);
  if (receiver === undefined) return undefined;
  const onFile = await findCustomerInformation(unit, tenant, receiver.id);
  return Object.fromEntries(Object.entries(onFile).filter(([name]) => name === 'FULL_NAME' || wanted.includes(name)));
}

function exceedsReceiver({ uma, parties, price }: PaymentTerms): Refusal<'AMOUNT_OUT_OF_RANGE'> | undefined {
  const limits = uma.lookup.currencies.find(({ currency }) => currency === parties.destination.currency);
  return limits && outOfRange('The receiver takes', parties.destination.currency, price.receivingMinor, limits);
}

async function exceedsPlatform(
  { unit, tenant }: WorkContext,
  { parties, price }: PaymentTerms,
): Promise<Refusal<'AMOUNT_OUT_OF_RANGE'> | undefined> {
  const { currency } = parties.source;
  const limits = await findCurrencyLimits(unit, tenant, currency);
  return limits && outOfRange('Your platform sends', currency, price.sendingMinor, limits);
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
    `The receiver's provider demands ${names.join(', ')} of the sender. Send them in senderCustomerInfo.`,
    { errors: names.map((name) => ({ field: `senderCustomerInfo.${name}`, message: 'Is demanded and not on file.' })) },
  );
}

import { mustMove } from '../../engines/states/transition.ts';
import { type Instant, plusMs } from '../../ground/clock/instant.ts';
import { newPaymentReference } from '../../ground/ids/payment-reference.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Outcome, type Refusal, refuse } from '../../operation/operation.ts';
import { lockActiveCustomer } from '../../people/customer-records/lock-customer.ts';
import { openTransaction } from '../transactions/move-payment.ts';
import { requireAuthorization, startQuote } from './advance-quote.ts';
import { newQuote, newTransaction, type OpenedFunding, type PreparedQuote } from './build-rows.ts';
import type { Source } from './parties.ts';
import { quoteLifetimeMs } from './quote-lifetime.ts';
import { viewQuote } from './quote-view.ts';
import { refuseExecution } from './refuse-unusable-party.ts';
import { scaPurposesOf } from './sca-purposes.ts';
import type { Confirmation, Confirmed } from './uma-receiver.ts';
import { openWalletFunding } from './wallet-payment.ts';

/** Stores a new quote with its transaction, and advances it as far as possible without another request. */
export async function storeQuote(context: WorkContext, prepared: PreparedQuote): Promise<Outcome<'createQuote'>> {
  const { tenant, now, deps } = context;
  const { request, parties, price, confirmation, asker } = prepared;
  const { source, destination } = parties;
  const gone = await keepCustomerOf(context, source);
  if (gone !== undefined) return gone;
  const ids = { quoteId: deps.ids.next('Quote'), transactionId: deps.ids.next('Transaction') };
  const expiresAt = plusMs(now, asker.waitsMs ?? quoteLifetimeMs(deps.rails, parties));
  const opening = { quoteId: ids.quoteId, source, amountMinor: price.sendingMinor, expiresAt };
  const { isFunded, isImmediate, scaPurposes, isHeld } = startOf(prepared);
  // If someone else must agree first, a deposit does not start the payment.
  const isFree = scaPurposes.length === 0 && asker.agentId === undefined;
  const confirmed = confirmedBy(confirmation);
  const draft = {
    ...prepared,
    ...ids,
    tenant,
    now,
    expiresAt,
    funding: openFunding(context, opening),
    walletFunding: openWalletFunding(context, { ...ids, parties, price, expiresAt, isFree }),
    payee: confirmed?.payee,
    payeeCustomerId: confirmed?.payeeCustomerId,
    settlement: confirmed?.settlement,
    reference: destination.uma && newPaymentReference(deps.random),
    scaPurposes,
  };
  const created = newQuote(draft);
  const quote = isHeld && isFunded ? { ...created, status: heldStatus } : created;
  const opened = newTransaction(draft, quote);
  // This due action hides the deposit instructions, from the first event on.
  const transaction = isHeld ? ({ ...opened, due_action: 'CHALLENGE_EXPIRE' } as const) : opened;
  context.unit.insert('quotes', [quote]);
  openTransaction(context, transaction);
  if (isHeld) {
    const requested = request.scaFactor;
    const held = await requireAuthorization(context, { quote, transaction }, requested, 'QUOTE_REQUEST_FAILED');
    return isRefusal(held) ? held : { status: isFunded ? 202 : 201, body: held };
  }
  if (!isImmediate) return { status: 201, body: viewQuote(quote) };
  // Other requests may have ended while the receiver's provider was asked.
  if (confirmed !== undefined && (await refuseExecution(context, quote, transaction)) !== undefined)
    return changedSince;
  const started = await startQuote(context, { quote, transaction }, 'EXECUTE', 'QUOTE_REQUEST_FAILED');
  return isRefusal(started) ? started : { status: 201, body: started };
}

const changedSince = refuse(
  'QUOTE_REQUEST_FAILED',
  'A customer, an account or a currency of the payment changed while the receiver was asked, so nothing is paid. Send the request again.',
);

/** Whether a quote is paid by a deposit or at once, and whether its customer has to authenticate first. */
function startOf({ request, parties, payer, asker }: PreparedQuote) {
  const { source, destination } = parties;
  const isFunded = source.accountId === null;
  const isImmediate = request.immediatelyExecute === true && asker.waitsMs === undefined;
  const isTrusted = destination.isTrusted && destination.customerId === payer.customerId;
  // A deposit finds in the purposes whether the customer has authorized the payment, so an exempt one has none.
  const scaPurposes = isFunded && isTrusted ? [] : scaPurposesOf(parties, payer.payerRegion);
  return {
    isFunded,
    isImmediate,
    scaPurposes,
    isHeld: (isFunded || isImmediate) && scaPurposes.length > 0 && !isTrusted,
  };
}

/**
 * Money from outside, paid in or debited, locks no account that would delay the deletion of its customer, so the
 * customer is locked.
 */
async function keepCustomerOf(
  { unit, tenant }: WorkContext,
  { funding, customerId }: Source,
): Promise<Refusal<'CUSTOMER_NOT_FOUND'> | undefined> {
  if (funding === 'BALANCE' || customerId === null) return undefined;
  const customer = await lockActiveCustomer(unit, tenant, customerId);
  return isRefusal(customer) ? customer : undefined;
}

const { to: heldStatus } = mustMove('quote', null, 'CREATE_REQUIRES_SCA');

function confirmedBy(confirmation: Confirmation | undefined): Confirmed | undefined {
  if (confirmation === undefined) return undefined;
  if (!('payee' in confirmation))
    throw new Error('a payment to a UMA address is stored before its provider confirmed it');
  return confirmation;
}

interface Opening {
  readonly quoteId: string;
  readonly source: Source;
  readonly amountMinor: bigint;
  readonly expiresAt: Instant;
}

/** Opens the payment instructions of the quote; a quote that is paid from an account has none. */
function openFunding(
  { now, deps }: Pick<WorkContext, 'now' | 'deps'>,
  { quoteId, source, amountMinor, expiresAt }: Opening,
): OpenedFunding | undefined {
  if (source.accountId !== null) return undefined;
  const reference = newPaymentReference(deps.random);
  const { customerId, currency, routes } = source;
  const payment = { amountMinor, createdAt: now, expiresAt };
  const instructions = deps.funding.instructionsFor({ quoteId, customerId, currency, reference, routes, payment });
  return { reference, instructions };
}

import type { AccountId, PaymentRail, QuoteRequest, TransactionId } from '@payments-platform/types';
import { accountIn, fund, type Holder, holder, payee, payer } from './accounts.ts';
import type { AnswerOf, Maker } from './maker.ts';
import { newEuropean } from './people.ts';

const amount = 100_00;

export type Quote = AnswerOf<'createQuote'>;

interface QuoteParts {
  readonly from: AccountId;
  readonly to: AccountId;
  readonly rail?: PaymentRail;
}

export function quoteRequestOf({ from, to, rail }: QuoteParts): QuoteRequest {
  return {
    source: { sourceType: 'ACCOUNT', accountId: from },
    destination: { destinationType: 'ACCOUNT', accountId: to, ...(rail !== undefined && { paymentRail: rail }) },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
  };
}

/** A quote that is not executed. */
export function quote(maker: Maker, parts: QuoteParts): Promise<Quote> {
  return maker.ask('createQuote', { body: quoteRequestOf(parts) });
}

/** A payment of 100 US dollars that is executed at once. */
export async function payTo(maker: Maker, parts: QuoteParts): Promise<TransactionId> {
  const body = { ...quoteRequestOf(parts), immediatelyExecute: true };
  return (await maker.ask('createQuote', { body })).transactionId;
}

/** The same to a new bank account. The ending of its number decides the outcome. */
export async function pay(maker: Maker, from: Holder, ending: string, rail?: PaymentRail): Promise<TransactionId> {
  const to = await payee(maker, from.customerId, ending);
  return payTo(maker, { from: from.accountId, to, ...(rail !== undefined && { rail }) });
}

/** The same by a new payer. */
export async function payOut(maker: Maker, ending: string): Promise<TransactionId> {
  return pay(maker, await payer(maker), ending);
}

/** A quote of a new payer that is ready to be executed. */
export async function waitingQuote(maker: Maker): Promise<Quote> {
  const { customerId, accountId } = await payer(maker);
  return quote(maker, { from: accountId, to: await payee(maker, customerId) });
}

/** Executes the quote of a waiting payment. */
export async function executeQuoteOf(maker: Maker, transactionId: TransactionId): Promise<void> {
  const payment = await maker.ask('getTransactionById', { path: { transactionId } });
  if (payment.type !== 'OUTGOING' || payment.quoteId === undefined) return;
  await maker.ask('executeQuote', { path: { quoteId: payment.quoteId } });
}

/** An executed payment that waits until its customer, in Germany, has authenticated. */
export async function unauthorized(maker: Maker): Promise<TransactionId> {
  const { id: customerId } = await newEuropean(maker);
  const { id: accountId } = await accountIn(maker, customerId);
  await fund(maker, accountId);
  const { id: quoteId, transactionId } = await quote(maker, { from: accountId, to: await payee(maker, customerId) });
  await maker.ask('executeQuote', { path: { quoteId } });
  return transactionId;
}

/**
 * An external payer pays 100 US dollars to a new customer's payment instructions. The payer's account ending decides.
 */
export async function deposit(maker: Maker, ending: string, to?: Holder, route?: PaymentRail): Promise<TransactionId> {
  const { accountId } = to ?? (await holder(maker));
  const accountIdentifier = `${maker.digits(9)}${ending}`;
  const body = { accountId, amount, accountIdentifier, ...(route !== undefined && { route }) };
  return (await maker.ask('sandboxDeposit', { body })).id as TransactionId;
}

/** A sender at another provider pays 75 US dollars to a customer, and the platform approves. The name decides. */
export async function receive(maker: Maker, sender: string): Promise<TransactionId> {
  const { customerId } = await holder(maker);
  const body = {
    senderUmaAddress: `${sender}@one.example.com`,
    customerId,
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 75_00,
  };
  const { id: transactionId } = await maker.ask('sandboxReceive', { body });
  await maker.ask('approvePendingPayment', { path: { transactionId }, body: {} });
  return transactionId;
}

import type { Instant } from '../../ground/clock/instant.ts';
import { type Handler, type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { applyDeposit } from '../../payments/quotes/apply-deposit.ts';
import { findQuoteFunding, type QuoteFunding } from '../../payments/quotes/find-quote-funding.ts';
import { unknownQuote } from '../../payments/quotes/quote-view.ts';
import { viewTransaction } from '../../payments/transactions/transaction-view.ts';
import { simulatedDeposit } from './simulated-deposit.ts';

/** Simulates the deposit for a quote with real-time funding, or pays the invoice of a quote from an embedded wallet. */
export const sandboxSend: Handler<'sandboxSend'> = async (call) => {
  const { quoteId, currencyCode, currencyAmount } = call.input.body;
  const quote = await findQuoteFunding(call, quoteId);
  if (quote === undefined) return unknownQuote(quoteId);
  const unready = refuseUnready(quote, call.now);
  if (unready !== undefined) return unready;
  const { currency, reference, routes } = quote;
  const route = routes[0];
  if (route === undefined) throw new Error(`quote ${quoteId} has real-time funding over no route`);
  if (currencyCode !== currency) {
    return refuse('INVALID_CURRENCY', `The quote is funded in ${currency}. Send ${currency}.`);
  }
  const amountMinor = currencyAmount === undefined ? quote.amountMinor : BigInt(currencyAmount);
  if (quote.isForWallet && amountMinor !== quote.amountMinor) return otherThanTheInvoice(quote.amountMinor);
  const deposit = simulatedDeposit({ id: quoteId, currency, amountMinor, route, reference });
  const funded = await applyDeposit(call, quoteId, deposit);
  return funded === 'NOT_WAITING' ? notWaiting() : { status: 200, body: viewTransaction(funded) };
};

function refuseUnready(
  { status, reference, expiresAt }: QuoteFunding,
  now: Instant,
): Refusal<'INVALID_INPUT' | 'QUOTE_EXPIRED'> | undefined {
  if (reference === null || (status !== 'PENDING' && status !== 'EXPIRED')) return notWaiting();
  if (status === 'PENDING' && expiresAt > now) return undefined;
  return refuse('QUOTE_EXPIRED', `The quote expired at ${expiresAt}. Create a new quote and deposit for that one.`);
}

function otherThanTheInvoice(amountMinor: bigint): Refusal<'INVALID_INPUT'> {
  const message = `The invoice of a quote from an embedded wallet is over ${amountMinor}. Leave the amount out.`;
  return refuseFields([{ field: 'currencyAmount', message }]);
}

function notWaiting(): Refusal<'INVALID_INPUT'> {
  const message =
    'The quote does not wait for a deposit. Choose one that is PENDING and is funded in real time or by an invoice.';
  return refuseFields([{ field: 'quoteId', message }]);
}

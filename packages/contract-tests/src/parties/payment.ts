import { orThrow, type PaymentsClient } from '@payments-platform/client';
import type { AccountId, QuoteId, QuoteRequest, Received, TransactionId } from '@payments-platform/types';

/** A payment as read: a transaction that is not a card transaction. */
export type Payment = Received<'IncomingTransaction'> | Received<'OutgoingTransaction'>;

export interface PaymentOptions {
  readonly from: AccountId;
  readonly to: AccountId;
  readonly amount?: number;
  readonly side?: QuoteRequest['lockedCurrencySide'];
}

export function quoteRequest({ from, to, amount = 10_000, side = 'SENDING' }: PaymentOptions): QuoteRequest {
  return {
    source: { sourceType: 'ACCOUNT', accountId: from },
    destination: { destinationType: 'ACCOUNT', accountId: to },
    lockedCurrencySide: side,
    lockedCurrencyAmount: amount,
  };
}

export function createQuote(client: PaymentsClient, body: QuoteRequest, key?: string) {
  return client.POST('/quotes', { body, ...keyed(key) });
}

export function executeQuote(client: PaymentsClient, quoteId: QuoteId, key?: string) {
  const { params } = keyed(key);
  return client.POST('/quotes/{quoteId}/execute', { params: { path: { quoteId }, ...params } });
}

function keyed(key: string | undefined): { params?: { header: { 'Idempotency-Key': string } } } {
  return key === undefined ? {} : { params: { header: { 'Idempotency-Key': key } } };
}

export function readQuote(client: PaymentsClient, quoteId: QuoteId): Promise<Received<'Quote'>> {
  return orThrow(client.GET('/quotes/{quoteId}', { params: { path: { quoteId } } }));
}

/** The payment of a quote; a card transaction would be a mistake of the scenario. */
export async function readPayment(client: PaymentsClient, transactionId: TransactionId): Promise<Payment> {
  const transaction = await orThrow(
    client.GET('/transactions/{transactionId}', { params: { path: { transactionId } } }),
  );
  if (transaction.type === 'CARD') throw new Error(`${transactionId} is a card transaction`);
  return transaction;
}

/** Creates and executes a quote. */
export async function pay(client: PaymentsClient, options: PaymentOptions): Promise<Received<'Quote'>> {
  const { id } = await orThrow(createQuote(client, quoteRequest(options)));
  return orThrow(executeQuote(client, id));
}

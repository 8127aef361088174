import { orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { openPayer } from '../parties/payer.ts';
import { createQuote, executeQuote, quoteRequest, readPayment, readQuote } from '../parties/payment.ts';
import type { Target } from '../targets/target.ts';
import { scenarioOn } from './scenario.ts';

/** The first requests of an integrator, on the mock and on the server: every response provides the next request. */
export function firstPaymentCases(target: Target): void {
  const scenario = scenarioOn(target);

  describe('a first payment', () => {
    scenario('goes from customer to payment with the ids of each response', async (platform) => {
      const { client } = platform;
      const { customerId, accountId } = await openPayer(platform);
      const payeeId = await registerPayee(client, { customerId, currency: 'EUR', suffix: '100' });
      const quote = await orThrow(createQuote(client, quoteRequest({ from: accountId, to: payeeId })));
      expect(quote).toMatchObject({
        status: 'PENDING',
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: payeeId },
        totalSendingAmount: 10_000,
        sendingCurrency: { code: 'USD', decimals: 2 },
        receivingCurrency: { code: 'EUR', decimals: 2 },
      });
      expect(await readQuote(client, quote.id)).toMatchObject({ id: quote.id, transactionId: quote.transactionId });
      const executed = await orThrow(executeQuote(client, quote.id));
      expect(executed).toMatchObject({ id: quote.id, status: 'PROCESSING', transactionId: quote.transactionId });
      const payment = await readPayment(
        platform.connect({ expected: { status: 200, example: 'processing' } }),
        quote.transactionId,
      );
      expect(payment).toMatchObject({
        id: quote.transactionId,
        type: 'OUTGOING',
        direction: 'DEBIT',
        status: 'PROCESSING',
        customerId,
        quoteId: quote.id,
        sentAmount: { amount: quote.totalSendingAmount },
        receivedAmount: { amount: quote.totalReceivingAmount },
        exchangeRate: quote.exchangeRate,
        fees: quote.feesIncluded,
      });
    });

    scenario('is in the list of transactions', async (platform) => {
      const { client } = platform;
      const { customerId, accountId } = await openPayer(platform);
      const payeeId = await registerPayee(client, { customerId, currency: 'EUR', suffix: '100' });
      const quote = await orThrow(createQuote(client, quoteRequest({ from: accountId, to: payeeId })));
      const listing = platform.connect({ expected: { status: 200, example: 'payments' } });
      const page = await orThrow(listing.GET('/transactions', { params: { query: { customerId } } }));
      expect(page.data.map(({ id }) => id)).toContain(quote.transactionId);
    });
  });
}

import { orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { openPayer } from '../parties/payer.ts';
import { createQuote, quoteRequest } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

export function exchangeRateCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock prices nothing and answers its examples');

  describe('the exchange rates', () => {
    scenario('are returned by currency pair and amount', async (platform) => {
      const client = platform.connect({ expected: { status: 200, example: 'fromUsd' } });
      const query = { sourceCurrency: 'USD', destinationCurrency: ['EUR', 'BTC'], sendingAmount: 10_000 };
      const { data } = await orThrow(client.GET('/exchange-rates', { params: { query } }));
      expect([...new Set(data.map(({ destinationCurrency }) => destinationCurrency.code))].sort()).toEqual([
        'BTC',
        'EUR',
      ]);
      for (const rate of data) expect(rate).toMatchObject({ sourceCurrency: { code: 'USD' }, sendingAmount: 10_000 });
    });

    stateful('equal the price of a quote over the same amount', async (platform) => {
      const { client } = platform;
      const { customerId, accountId } = await openPayer(platform);
      const to = await registerPayee(client, { customerId, currency: 'EUR', suffix: '100' });
      const quote = await orThrow(createQuote(client, quoteRequest({ from: accountId, to, amount: 12_345 })));
      const query = { sourceCurrency: 'USD', destinationCurrency: ['EUR'], sendingAmount: 12_345 };
      const { data } = await orThrow(client.GET('/exchange-rates', { params: { query } }));
      expect(data.map(({ destinationPaymentRail }) => destinationPaymentRail).sort()).toEqual([
        'SEPA',
        'SEPA_INSTANT',
        'SWIFT',
      ]);
      for (const rate of data) {
        expect(rate).toMatchObject({
          receivingAmount: quote.totalReceivingAmount,
          exchangeRate: quote.exchangeRate,
          fees: { total: quote.feesIncluded },
        });
      }
    });

    stateful('state the smallest and the largest amount of a quote', async (platform) => {
      const { client } = platform;
      const { customerId, accountId } = await openPayer(platform);
      const to = await registerPayee(client, { customerId, currency: 'EUR', suffix: '100' });
      const query = { sourceCurrency: 'USD', destinationCurrency: ['EUR'] };
      const { data } = await orThrow(client.GET('/exchange-rates', { params: { query } }));
      const { minSendingAmount = 0, maxSendingAmount = 0 } = data[0] ?? {};
      const quote = (amount: number) => createQuote(client, quoteRequest({ from: accountId, to, amount }));
      await orThrow(quote(minSendingAmount));
      await orThrow(quote(maxSendingAmount));
      expect(await refusalOf(quote(minSendingAmount - 1))).toMatchObject(
        minSendingAmount > 1 ? { code: 'AMOUNT_OUT_OF_RANGE' } : { code: 'INVALID_INPUT' },
      );
      expect(await refusalOf(quote(maxSendingAmount + 1))).toMatchObject({ code: 'TRANSACTION_SIZE_LIMIT_EXCEEDED' });
    });

    scenario('are refused for an unknown currency and a negative amount', async (platform) => {
      const client = platform.connect({ expected: { status: 400, example: 'unknownCurrency' } });
      const refusal = await refusalOf(client.GET('/exchange-rates', { params: { query: { sourceCurrency: 'XXX' } } }));
      expect(refusal).toMatchObject({ status: 400, code: 'INVALID_CURRENCY' });
      const asking = platform.connect({ expected: { status: 400, example: 'invalidAmount' } });
      const negative = await refusalOf(asking.GET('/exchange-rates', { params: { query: { sendingAmount: -1 } } }));
      expect(negative).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    });
  });
}

import { orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { accountIn, balanceIn, openPayer, registerCustomer } from '../parties/payer.ts';
import { createQuote, executeQuote, quoteRequest, readPayment, readQuote } from '../parties/payment.ts';
import { documentedPriceOf } from '../prices/documented-price.ts';
import type { Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

/** Who is paid decides the type: money into an internal account is incoming, even from another one. */
export function internalTransferCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock moves no money between accounts and sends no events');

  describe('a transfer between internal accounts', () => {
    scenario('is priced at the rate 1 without a fee', async (platform) => {
      const { accountId } = await openPayer(platform);
      const otherId = await registerCustomer(platform.client, 'Grace Hopper');
      const client = platform.connect({ expected: { status: 201, example: 'betweenInternalAccounts' } });
      const to = target.isStateful ? (await accountIn(platform, otherId, 'USD')).id : accountId;
      const quote = await orThrow(createQuote(client, quoteRequest({ from: accountId, to, amount: 50_000 })));
      expect(quote).toMatchObject({ ...documentedPriceOf(quote, 'SENDING', 50_000), exchangeRate: 1, feesIncluded: 0 });
    });

    stateful('is incoming and emits PENDING, PROCESSING, COMPLETED of its family', async (platform) => {
      const { client, webhooks } = platform;
      const { customerId, accountId } = await openPayer(platform, { amount: 20_000 });
      const otherId = await registerCustomer(client, 'Grace Hopper');
      const { id: to } = await accountIn(platform, otherId, 'USD');
      const quote = await orThrow(createQuote(client, quoteRequest({ from: accountId, to, amount: 15_000 })));
      await orThrow(executeQuote(client, quote.id));
      expect(await balanceIn(platform, customerId, 'USD')).toBe(5_000);
      expect(await balanceIn(platform, otherId, 'USD')).toBe(0);
      await platform.advance(60_000);
      expect(webhooks.about(quote.transactionId).map(({ event }) => event.type)).toEqual([
        'INCOMING_PAYMENT.PENDING',
        'INCOMING_PAYMENT.PROCESSING',
        'INCOMING_PAYMENT.COMPLETED',
      ]);
      expect(await readPayment(client, quote.transactionId)).toMatchObject({
        type: 'INCOMING',
        status: 'COMPLETED',
        sentAmount: { amount: 15_000, currency: { code: 'USD' } },
        receivedAmount: { amount: 15_000, currency: { code: 'USD' } },
        settledAt: expect.any(String),
      });
      expect(await readQuote(client, quote.id)).toMatchObject({ status: 'COMPLETED' });
      expect(await balanceIn(platform, otherId, 'USD')).toBe(15_000);
    });

    stateful('converts when the accounts hold different currencies', async (platform) => {
      const { client } = platform;
      const { customerId, accountId } = await openPayer(platform);
      const { id: to } = await accountIn(platform, customerId, 'EUR');
      const quote = await orThrow(
        createQuote(client, { ...quoteRequest({ from: accountId, to, amount: 30_000 }), immediatelyExecute: true }),
      );
      expect(quote).toMatchObject(documentedPriceOf(quote, 'SENDING', 30_000));
      await platform.advance(60_000);
      expect(await balanceIn(platform, customerId, 'EUR')).toBe(quote.totalReceivingAmount);
      expect(await balanceIn(platform, customerId, 'USD')).toBe(70_000);
    });

    stateful('emits each changed balance', async (platform) => {
      const { client, webhooks } = platform;
      const { customerId, accountId } = await openPayer(platform, { amount: 20_000 });
      const { id: to } = await accountIn(platform, customerId, 'EUR');
      const quote = await orThrow(
        createQuote(client, { ...quoteRequest({ from: accountId, to, amount: 20_000 }), immediatelyExecute: true }),
      );
      await platform.advance(60_000);
      const balances = (id: string): unknown[] =>
        webhooks
          .about(id)
          .map(({ event }) => event)
          .filter((event) => event.type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED')
          .map(({ data }) => data.balance.amount);
      expect(balances(accountId)).toEqual([20_000, 0]);
      expect(balances(to)).toEqual([quote.totalReceivingAmount]);
    });
  });
}

import { orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { accountIn, balanceIn, openPayer } from '../parties/payer.ts';
import { createQuote, executeQuote, quoteRequest, readPayment, readQuote } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import { hasState, type Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

export function expiryCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'on a mock no time passes, so nothing expires');

  describe('a quote that is not executed', () => {
    scenario('is refused with QUOTE_EXPIRED at expiresAt', async (platform) => {
      const { customerId, accountId } = await openPayer(platform);
      const to = await registerPayee(platform.client, { customerId, currency: 'EUR', suffix: '100' });
      const quote = await orThrow(createQuote(platform.client, quoteRequest({ from: accountId, to })));
      if (hasState(platform)) await platform.advance(Date.parse(quote.expiresAt) - platform.now());
      const client = platform.connect({ expected: { status: 400, example: 'expired' } });
      expect(await refusalOf(executeQuote(client, quote.id))).toMatchObject({ status: 400, code: 'QUOTE_EXPIRED' });
    });

    stateful('can be executed until 1 ms before it expires', async (platform) => {
      const { client, now } = platform;
      const { customerId, accountId } = await openPayer(platform);
      const to = await registerPayee(client, { customerId, currency: 'EUR', suffix: '100' });
      const quote = await orThrow(createQuote(client, quoteRequest({ from: accountId, to })));
      const lifetimeMs = Date.parse(quote.expiresAt) - now();
      expect(lifetimeMs).toBeGreaterThanOrEqual(5 * 60_000);
      await platform.advance(lifetimeMs - 1);
      expect(await orThrow(executeQuote(client, quote.id))).toMatchObject({ status: 'PROCESSING' });
    });

    stateful('emits PENDING, EXPIRED for a payout and leaves the balance alone', async (platform) => {
      const { client, webhooks } = platform;
      const { customerId, accountId } = await openPayer(platform);
      const to = await registerPayee(client, { customerId, currency: 'EUR', suffix: '100' });
      const quote = await orThrow(createQuote(client, quoteRequest({ from: accountId, to })));
      await platform.advance(24 * 60 * 60_000);
      expect(webhooks.about(quote.transactionId).map(({ event }) => event.type)).toEqual([
        'OUTGOING_PAYMENT.PENDING',
        'OUTGOING_PAYMENT.EXPIRED',
      ]);
      const payment = await readPayment(client, quote.transactionId);
      expect(payment).toMatchObject({ type: 'OUTGOING', status: 'EXPIRED' });
      expect(payment).not.toHaveProperty('refund');
      expect(await readQuote(client, quote.id)).toMatchObject({ status: 'EXPIRED' });
      expect(await balanceIn(platform, customerId, 'USD')).toBe(100_000);
    });

    stateful('emits PENDING, FAILED with QUOTE_EXPIRED for a transfer to an internal account', async (platform) => {
      const { client, webhooks } = platform;
      const { customerId, accountId } = await openPayer(platform);
      const { id: to } = await accountIn(platform, customerId, 'EUR');
      const quote = await orThrow(createQuote(client, quoteRequest({ from: accountId, to })));
      await platform.advance(24 * 60 * 60_000);
      expect(webhooks.about(quote.transactionId).map(({ event }) => event.type)).toEqual([
        'INCOMING_PAYMENT.PENDING',
        'INCOMING_PAYMENT.FAILED',
      ]);
      const payment = await readPayment(client, quote.transactionId);
      expect(payment).toMatchObject({ type: 'INCOMING', status: 'FAILED', failureReason: 'QUOTE_EXPIRED' });
      expect(payment).not.toHaveProperty('refund');
      expect(await readQuote(client, quote.id)).toMatchObject({ status: 'EXPIRED' });
      expect(await balanceIn(platform, customerId, 'USD')).toBe(100_000);
    });
  });
}

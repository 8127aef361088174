import { orThrow, type PaymentsClient } from '@payments-platform/client';
import type { AccountId, QuoteRequest, Received } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { accountIn, balanceIn, openPayer } from '../parties/payer.ts';
import { createQuote, quoteRequest, readPayment, readQuote } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { StatefulPlatform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

const minute = 60_000;
const days = 24 * 60 * minute;

/** A quote that is funded from outside. */
function fundedRequest(
  to: AccountId,
  source: { currency: string; cryptoNetwork?: string },
  amount: number,
): QuoteRequest {
  return {
    source: { sourceType: 'REALTIME_FUNDING', ...source },
    destination: { destinationType: 'ACCOUNT', accountId: to },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
  };
}

function payIn(client: PaymentsClient, { id, sendingCurrency }: Received<'Quote'>, currencyAmount?: number) {
  const body = { quoteId: id, currencyCode: sendingCurrency.code };
  return client.POST('/sandbox/send', { body: currencyAmount === undefined ? body : { ...body, currencyAmount } });
}

function emitted({ webhooks }: StatefulPlatform, transactionId: string): string[] {
  return webhooks.about(transactionId).map(({ event }) => event.type.replace(/^[A-Z]+_PAYMENT\./, ''));
}

/** Money from outside: paid in for a quote, debited from a bank, deposited to an account. */
export function fundingCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock waits for no money and sends no events');

  describe('money from outside', () => {
    scenario('deposited for a quote moves it to PROCESSING', async (platform) => {
      if (!target.isStateful) {
        const client = platform.connect({ expected: { status: 200, example: 'depositSeen' } });
        const body = { quoteId: 'Quote:0198c0de-7a15-7c41-9e4f-00000000000c', currencyCode: 'USDC' } as const;
        expect(await orThrow(client.POST('/sandbox/send', { body }))).toMatchObject({ status: 'PROCESSING' });
        return;
      }
      const payee = await registerPayee(platform.client, { currency: 'EUR', suffix: '100' });
      const quote = await orThrow(createQuote(platform.client, fundedRequest(payee, { currency: 'USD' }, 10_000)));
      expect(quote.paymentInstructions?.[0]?.accountOrWalletInfo).toMatchObject({ paymentRails: ['RTP', 'FEDNOW'] });
      expect(await orThrow(payIn(platform.client, quote))).toMatchObject({ status: 'PROCESSING', quoteId: quote.id });
    });

    stateful('deposited for a quote starts the payment, which completes', async (platform) => {
      const { client } = platform;
      const payee = await registerPayee(client, { currency: 'EUR', suffix: '100' });
      const source = { currency: 'USDC', cryptoNetwork: 'BASE' };
      const quote = await orThrow(createQuote(client, fundedRequest(payee, source, 20_000_000)));
      await orThrow(payIn(client, quote));
      await platform.advance(minute);
      expect(await readQuote(client, quote.id)).toMatchObject({ status: 'COMPLETED' });
      expect(emitted(platform, quote.transactionId)).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
    });

    stateful('of another amount fails the payment and is refunded', async (platform) => {
      const { client } = platform;
      const payee = await registerPayee(client, { currency: 'EUR', suffix: '100' });
      const quote = await orThrow(createQuote(client, fundedRequest(payee, { currency: 'USD' }, 10_000)));
      await orThrow(payIn(client, quote, 9_999));
      await platform.advance(minute);
      expect(await readPayment(client, quote.transactionId)).toMatchObject({
        status: 'FAILED',
        failureReason: 'FUNDING_AMOUNT_MISMATCH',
        refund: { status: 'COMPLETED' },
      });
      expect(emitted(platform, quote.transactionId)).toEqual([
        'PENDING',
        'PROCESSING',
        'FAILED',
        'REFUND_PENDING',
        'REFUND_COMPLETED',
      ]);
      expect((await refusalOf(payIn(client, quote))).code).toBe('INVALID_INPUT');
    });

    stateful('is credited to an account by its reference', async (platform) => {
      const { client } = platform;
      const { customerId, accountId } = await openPayer(platform, { amount: 1_000 });
      const { fundingPaymentInstructions } = await accountIn(platform, customerId, 'USD');
      const info = fundingPaymentInstructions[0]?.accountOrWalletInfo;
      const reference = info !== undefined && 'reference' in info ? String(info.reference) : '';
      const body = { reference, amount: 2_500 };
      const deposit = await orThrow(client.POST('/sandbox/deposits', { body }));
      expect(deposit).toMatchObject({ type: 'INCOMING', status: 'PENDING', destination: { accountId } });
      await platform.advance(minute);
      expect(await balanceIn(platform, customerId, 'USD')).toBe(3_500);
      expect(emitted(platform, deposit.id)).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
    });

    stateful('is debited from a bank account, and fails when the bank refuses', async (platform) => {
      const { client } = platform;
      const { customerId, accountId: to } = await openPayer(platform, { amount: 1_000 });
      const pull = async (suffix: string): Promise<Received<'Quote'>> => {
        const from = await registerPayee(client, { customerId, currency: 'USD', suffix });
        const request = quoteRequest({ from, to, amount: 4_000 });
        return orThrow(createQuote(client, { ...request, immediatelyExecute: true }));
      };
      const [good, bad] = [await pull('100'), await pull('005')];
      expect(await readPayment(client, good.transactionId)).toMatchObject({ status: 'PENDING', direction: 'DEBIT' });
      await platform.advance(8 * days);
      expect(await balanceIn(platform, customerId, 'USD')).toBe(5_000);
      expect(emitted(platform, good.transactionId)).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
      expect(emitted(platform, bad.transactionId)).toEqual(['PENDING', 'FAILED']);
    });

    stateful('moves through the deprecated transfer operations too', async (platform) => {
      const { client } = platform;
      const { customerId, accountId } = await openPayer(platform, { amount: 10_000 });
      const outside = await registerPayee(client, { customerId, currency: 'USD', suffix: '100' });
      const destination = { accountId: outside };
      const sent = await client.POST('/transfer-out', { body: { source: { accountId }, destination, amount: 4_000 } });
      expect(sent.response.headers.get('Deprecation')).toMatch(/^@\d+$/);
      expect(sent.data).toMatchObject({ type: 'OUTGOING', status: 'PROCESSING' });
      const body = { source: { accountId: outside }, destination: { accountId }, amount: 1_500 };
      expect(await orThrow(client.POST('/transfer-in', { body }))).toMatchObject({
        type: 'INCOMING',
        status: 'PENDING',
      });
      await platform.advance(8 * days);
      expect(await balanceIn(platform, customerId, 'USD')).toBe(7_500);
    });
  });
}

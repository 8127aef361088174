import { orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { balanceIn, fund, openPayer } from '../parties/payer.ts';
import { createQuote, executeQuote, quoteRequest, readPayment, readQuote } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { Platform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

const unknownQuote = 'Quote:0198c0de-0000-7000-8000-000000000000';

async function euroPayment(platform: Platform, { funded = 100_000, amount = 10_000 } = {}) {
  const { customerId, accountId } = await openPayer(platform, { amount: funded });
  const to = await registerPayee(platform.client, { customerId, currency: 'EUR', suffix: '100' });
  return { customerId, accountId, body: quoteRequest({ from: accountId, to, amount }) };
}

export function quoteExecutionCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock has no balance and forgets what was executed');

  describe('the execution of a quote', () => {
    scenario('with immediatelyExecute returns PROCESSING', async (platform) => {
      const { body } = await euroPayment(platform);
      const client = platform.connect({ expected: { status: 201, example: 'inOneRequest' } });
      expect(await orThrow(createQuote(client, { ...body, immediatelyExecute: true }))).toMatchObject({
        status: 'PROCESSING',
      });
    });

    scenario('a second time is refused as a conflict', async (platform) => {
      const { body } = await euroPayment(platform);
      const quote = await orThrow(createQuote(platform.client, body));
      await orThrow(executeQuote(platform.client, quote.id));
      const client = platform.connect({ expected: { status: 409, example: 'executedBefore' } });
      expect(await refusalOf(executeQuote(client, quote.id))).toMatchObject({ status: 409, code: 'CONFLICT' });
    });

    scenario('is refused with INSUFFICIENT_FUNDS', async (platform) => {
      const { body } = await euroPayment(platform, { funded: 9_999 });
      const quote = await orThrow(createQuote(platform.client, body));
      const client = platform.connect({ expected: { status: 400, example: 'insufficientFunds' } });
      expect(await refusalOf(executeQuote(client, quote.id))).toMatchObject({
        status: 400,
        code: 'INSUFFICIENT_FUNDS',
      });
    });

    scenario('is refused with QUOTE_NOT_FOUND for an unknown quote', async (platform) => {
      const client = platform.connect({ expected: { status: 404, example: 'unknownQuote' } });
      expect(await refusalOf(executeQuote(client, unknownQuote))).toMatchObject({
        status: 404,
        code: 'QUOTE_NOT_FOUND',
      });
    });

    stateful('debits the source account, once', async (platform) => {
      const { customerId, body } = await euroPayment(platform);
      const quote = await orThrow(createQuote(platform.client, body));
      expect(await balanceIn(platform, customerId, 'USD')).toBe(100_000);
      expect(await readPayment(platform.client, quote.transactionId)).toMatchObject({ status: 'PENDING' });
      await orThrow(executeQuote(platform.client, quote.id));
      expect(await balanceIn(platform, customerId, 'USD')).toBe(90_000);
      expect(await refusalOf(executeQuote(platform.client, quote.id))).toMatchObject({ code: 'CONFLICT' });
      expect(await balanceIn(platform, customerId, 'USD')).toBe(90_000);
    });

    stateful('changes nothing without funds and works once the account is funded', async (platform) => {
      const { customerId, accountId, body } = await euroPayment(platform, { funded: 9_999 });
      const quote = await orThrow(createQuote(platform.client, body));
      await refusalOf(executeQuote(platform.client, quote.id));
      expect(await readQuote(platform.client, quote.id)).toMatchObject({ status: 'PENDING' });
      await fund(platform.client, accountId, 1);
      await orThrow(executeQuote(platform.client, quote.id));
      expect(await balanceIn(platform, customerId, 'USD')).toBe(0);
      await platform.advance(60_000);
      expect(platform.webhooks.about(quote.transactionId).map(({ event }) => event.type)).toEqual([
        'OUTGOING_PAYMENT.PENDING',
        'OUTGOING_PAYMENT.PROCESSING',
        'OUTGOING_PAYMENT.COMPLETED',
      ]);
    });

    stateful('with immediatelyExecute stores nothing when the funds are short', async (platform) => {
      const { customerId, body } = await euroPayment(platform, { funded: 9_999 });
      const refusal = await refusalOf(createQuote(platform.client, { ...body, immediatelyExecute: true }));
      expect(refusal).toMatchObject({ status: 400, code: 'INSUFFICIENT_FUNDS' });
      const { data } = await orThrow(platform.client.GET('/transactions', { params: { query: { customerId } } }));
      expect(data).toEqual([]);
      expect(await balanceIn(platform, customerId, 'USD')).toBe(9_999);
    });

    stateful('debits exactly once for 32 parallel requests', async (platform) => {
      const { customerId, body } = await euroPayment(platform);
      const quote = await orThrow(createQuote(platform.client, body));
      const answers = await Promise.all(Array.from({ length: 32 }, () => executeQuote(platform.client, quote.id)));
      const statuses = answers.map(({ response }) => response.status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(31);
      expect(await balanceIn(platform, customerId, 'USD')).toBe(90_000);
    });

    stateful('succeeds for exactly 7 of 32 parallel quotes that the balance covers', async (platform) => {
      const { customerId, body } = await euroPayment(platform, { funded: 79_999 });
      const quotes = await Promise.all(Array.from({ length: 32 }, () => orThrow(createQuote(platform.client, body))));
      const answers = await Promise.all(quotes.map(({ id }) => executeQuote(platform.client, id)));
      expect(answers.filter(({ response }) => response.status === 200)).toHaveLength(7);
      expect(answers.filter(({ response }) => response.status === 400)).toHaveLength(25);
      expect(await balanceIn(platform, customerId, 'USD')).toBe(9_999);
    });
  });
}

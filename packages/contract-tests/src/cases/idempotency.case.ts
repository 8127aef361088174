import { orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { balanceIn, openPayer } from '../parties/payer.ts';
import { createQuote, executeQuote, quoteRequest } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { Platform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

async function prepare(platform: Platform) {
  const { customerId, accountId } = await openPayer(platform);
  const to = await registerPayee(platform.client, { customerId, currency: 'EUR', suffix: '100' });
  return { customerId, body: quoteRequest({ from: accountId, to }) };
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly replayed: string | null;
}

async function answerOf(pending: Promise<Response>): Promise<Answer> {
  const response = await pending;
  return {
    status: response.status,
    text: await response.text(),
    replayed: response.headers.get('Idempotent-Replayed'),
  };
}

/** The bytes themselves, which a typed client no longer shows. */
function post(platform: Platform, path: string, key: string, body?: object): Promise<Answer> {
  const content = body === undefined ? {} : { 'content-type': 'application/json' };
  const headers = { 'Idempotency-Key': key, ...content };
  return answerOf(
    platform.send({ method: 'POST', path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
  );
}

export function idempotencyCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock remembers no key');

  describe('an Idempotency-Key', () => {
    stateful('returns the first response byte for byte to a repeated quote', async (platform) => {
      const { customerId, body } = await prepare(platform);
      const first = await post(platform, '/quotes', 'key-1', body);
      expect(first).toMatchObject({ status: 201, replayed: null });
      await platform.advance(60_000);
      // The same request with its members in another order.
      const reordered = Object.fromEntries(Object.entries(body).toReversed());
      expect(await post(platform, '/quotes', 'key-1', reordered)).toEqual({ ...first, replayed: 'true' });
      const { data } = await orThrow(platform.client.GET('/transactions', { params: { query: { customerId } } }));
      expect(data).toHaveLength(1);
    });

    stateful('returns the first response byte for byte to a repeated execution, and debits once', async (platform) => {
      const { customerId, body } = await prepare(platform);
      const quote = await orThrow(createQuote(platform.client, body));
      const path = `/quotes/${quote.id}/execute`;
      const first = await post(platform, path, 'key-1');
      expect(first).toMatchObject({ status: 200, replayed: null });
      await platform.advance(60_000);
      expect(await post(platform, path, 'key-1')).toEqual({ ...first, replayed: 'true' });
      expect(await balanceIn(platform, customerId, 'USD')).toBe(90_000);
    });

    scenario('is refused with INVALID_INPUT for another quote body', async (platform) => {
      const { body } = await prepare(platform);
      await orThrow(createQuote(platform.client, body, 'key-1'));
      const client = platform.connect({ expected: { status: 400, example: 'keyReused' } });
      const refusal = await refusalOf(createQuote(client, { ...body, lockedCurrencyAmount: 10_001 }, 'key-1'));
      expect(refusal).toMatchObject({ status: 400, code: 'INVALID_INPUT', idempotencyKey: 'key-1' });
      expect(refusal.fieldErrors).toMatchObject([{ field: 'Idempotency-Key' }]);
    });

    scenario('is refused with CONFLICT for another execution body', async (platform) => {
      const { body } = await prepare(platform);
      const quote = await orThrow(createQuote(platform.client, body));
      const path = { quoteId: quote.id };
      const header = { 'Idempotency-Key': 'key-1' };
      await orThrow(platform.client.POST('/quotes/{quoteId}/execute', { params: { path, header } }));
      const client = platform.connect({ expected: { status: 409, example: 'keyReused' } });
      const refusal = await refusalOf(
        client.POST('/quotes/{quoteId}/execute', { params: { path, header }, body: { scaFactor: 'SMS_OTP' } }),
      );
      expect(refusal).toMatchObject({ status: 409, code: 'CONFLICT' });
    });

    stateful('stores no refusal, so that it works once the cause is gone', async (platform) => {
      const { accountId } = await openPayer(platform, { amount: 0 });
      const { accountId: to } = await openPayer(platform);
      const quote = await orThrow(createQuote(platform.client, quoteRequest({ from: accountId, to, amount: 100 })));
      expect(await refusalOf(executeQuote(platform.client, quote.id, 'key-1'))).toMatchObject({
        code: 'INSUFFICIENT_FUNDS',
      });
      await orThrow(
        platform.client.POST('/sandbox/internal-accounts/{accountId}/fund', {
          params: { path: { accountId } },
          body: { amount: 100 },
        }),
      );
      expect(await orThrow(executeQuote(platform.client, quote.id, 'key-1'))).toMatchObject({ status: 'PROCESSING' });
    });

    stateful('creates one quote for 8 parallel requests and returns it to all', async (platform) => {
      const { body } = await prepare(platform);
      const answers = await Promise.all(Array.from({ length: 8 }, () => post(platform, '/quotes', 'key-1', body)));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter(({ replayed }) => replayed === 'true')).toHaveLength(7);
    });

    stateful('belongs to one path, and executes two quotes under one key', async (platform) => {
      const { body } = await prepare(platform);
      const [first, second] = [
        await orThrow(createQuote(platform.client, body)),
        await orThrow(createQuote(platform.client, body)),
      ];
      expect(await orThrow(executeQuote(platform.client, first.id, 'key-1'))).toMatchObject({ id: first.id });
      expect(await orThrow(executeQuote(platform.client, second.id, 'key-1'))).toMatchObject({ id: second.id });
    });

    stateful('is kept for 24 hours and is new again after them', async (platform) => {
      const { body } = await prepare(platform);
      const first = await post(platform, '/quotes', 'key-1', body);
      await platform.advance(24 * 60 * 60_000 - 1);
      expect(await post(platform, '/quotes', 'key-1', body)).toEqual({ ...first, replayed: 'true' });
      await platform.advance(1);
      const next = await post(platform, '/quotes', 'key-1', body);
      expect(next).toMatchObject({ status: 201, replayed: null });
      expect(next.text).not.toBe(first.text);
    });
  });
}

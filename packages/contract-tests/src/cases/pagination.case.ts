import { listAll, orThrow } from '@payments-platform/client';
import type { TransactionId } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { issueCard, openCardholder } from '../parties/card.ts';
import { registerPayee } from '../parties/payee.ts';
import { accountIn, openPayer, registerCustomer } from '../parties/payer.ts';
import { createQuote, executeQuote, quoteRequest, readPayment } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { StatefulPlatform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

/** Five payments a second apart, the third one to an internal account and the first one executed. */
async function makePayments(platform: StatefulPlatform) {
  const { client } = platform;
  const { customerId, accountId } = await openPayer(platform);
  const external = await registerPayee(client, { customerId, currency: 'EUR', suffix: '100' });
  const { id: internal } = await accountIn(platform, customerId, 'EUR');
  const ids: TransactionId[] = [];
  const times: number[] = [];
  for (const [index, to] of [external, external, internal, external, external].entries()) {
    const quote = await orThrow(createQuote(client, quoteRequest({ from: accountId, to, amount: 1_000 + index })));
    if (index === 0) await orThrow(executeQuote(client, quote.id));
    ids.push(quote.transactionId);
    times.push(platform.now());
    await platform.advance(1_000);
  }
  return { customerId, accountId, external, internal, ids, times };
}

interface TransactionQuery {
  readonly customerId?: `Customer:${string}`;
  readonly type?: 'INCOMING' | 'OUTGOING' | 'CARD';
  readonly status?: 'PENDING' | 'PROCESSING' | 'COMPLETED';
  readonly startDate?: string;
  readonly endDate?: string;
  readonly accountIdentifier?: string;
  readonly platformCustomerId?: string;
  readonly reference?: string;
  readonly cardId?: `Card:${string}`;
  readonly receiverAccountIdentifier?: string;
  readonly senderAccountIdentifier?: string;
  readonly sortOrder?: 'asc' | 'desc';
  readonly limit?: number;
}

async function list(platform: StatefulPlatform, query: TransactionQuery): Promise<string[]> {
  const items = await Array.fromAsync(
    listAll((page) => platform.client.GET('/transactions', { params: { query: { ...page, ...query } } })),
  );
  return items.map(({ id }) => id);
}

export function paginationCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock lists its examples whatever was created');

  describe('the list of transactions', () => {
    stateful('is returned in pages, newest first, without a gap or a repetition', async (platform) => {
      const { ids } = await makePayments(platform);
      const first = await orThrow(platform.client.GET('/transactions', { params: { query: { limit: 2 } } }));
      expect(first).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
      expect(first.data.map(({ id }) => id)).toEqual([ids[4], ids[3]]);
      expect(await list(platform, { limit: 2 })).toEqual(ids.toReversed());
      const all = await orThrow(platform.client.GET('/transactions', { params: { query: { limit: 5 } } }));
      expect(all).toMatchObject({ hasMore: false, nextCursor: null });
    });

    stateful('keeps its position when new payments are created', async (platform) => {
      const { ids, accountId, external } = await makePayments(platform);
      const first = await orThrow(platform.client.GET('/transactions', { params: { query: { limit: 2 } } }));
      await orThrow(createQuote(platform.client, quoteRequest({ from: accountId, to: external })));
      const query = { limit: 2, cursor: first.nextCursor ?? '' };
      const second = await orThrow(platform.client.GET('/transactions', { params: { query } }));
      expect(second.data.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    });

    stateful('is filtered by customer, type, status, date and account identifier', async (platform) => {
      const { customerId, accountId, external, internal, ids, times } = await makePayments(platform);
      const { customerId: otherId } = await openPayer(platform);
      const at = (index: number): string => new Date(times[index] ?? 0).toISOString();
      const newestFirst = ids.toReversed();
      expect(await list(platform, { customerId })).toEqual(newestFirst);
      expect(await list(platform, { customerId: otherId })).toEqual([]);
      expect(await list(platform, { type: 'INCOMING' })).toEqual([ids[2]]);
      expect(await list(platform, { type: 'CARD' })).toEqual([]);
      expect(await list(platform, { status: 'COMPLETED' })).toEqual([ids[0]]);
      expect(await list(platform, { status: 'PENDING', type: 'OUTGOING', limit: 1 })).toEqual([ids[4], ids[3], ids[1]]);
      expect(await list(platform, { startDate: at(1), endDate: at(3) })).toEqual([ids[3], ids[2], ids[1]]);
      expect(await list(platform, { sortOrder: 'asc', limit: 2 })).toEqual(ids);
      expect(await list(platform, { senderAccountIdentifier: accountId })).toEqual(newestFirst);
      expect(await list(platform, { receiverAccountIdentifier: internal })).toEqual([ids[2]]);
      expect(await list(platform, { accountIdentifier: external })).toEqual([ids[4], ids[3], ids[1], ids[0]]);
    });

    stateful("is filtered by reference and by the platform's own customer id", async (platform) => {
      const { client } = platform;
      const { ids } = await makePayments(platform);
      const { platformCustomerId = '' } = await readPayment(client, ids[0] ?? 'Transaction:none');
      expect(await list(platform, { platformCustomerId })).toEqual(ids.toReversed());
      expect(await list(platform, { platformCustomerId: 'nobody' })).toEqual([]);
      const other = { senderUmaAddress: '$grace@one.example.com', customerId: await registerCustomer(client) };
      const body = { ...other, receivingCurrencyCode: 'USD', receivingCurrencyAmount: 7_500 };
      const received = await orThrow(client.POST('/sandbox/uma/receive', { body }));
      const reference = received.reconciliationInstructions?.reference ?? '';
      expect(await list(platform, { reference })).toEqual([received.id]);
      expect(await list(platform, { reference: `${reference}0` })).toEqual([]);
    });

    stateful('is filtered by card', async (platform) => {
      const holder = await openCardholder(platform);
      const { id: otherId } = await issueCard(platform, holder);
      await makePayments(platform);
      const params = { path: { id: holder.cardId } };
      const body = { amount: 1_000, currency: { code: 'USD' }, merchant: { descriptor: 'SHOP' } };
      await orThrow(platform.client.POST('/sandbox/cards/{id}/simulate/authorization', { params, body }));
      const ofCard = await list(platform, { cardId: holder.cardId });
      expect(ofCard).toEqual([expect.stringMatching(/^CardTransaction:/)]);
      expect(await list(platform, { type: 'CARD' })).toEqual(ofCard);
      expect(await list(platform, { cardId: otherId })).toEqual([]);
    });

    scenario('refuses a status together with the type CARD', async (platform) => {
      const client = platform.connect({ expected: { status: 400, example: 'statusOfCards' } });
      const refusal = await refusalOf(
        client.GET('/transactions', { params: { query: { type: 'CARD', status: 'COMPLETED' } } }),
      );
      expect(refusal).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    });

    stateful('refuses an unknown cursor and limits of 0 and 101', async (platform) => {
      for (const query of [{ cursor: 'elsewhere' }, { limit: 0 }, { limit: 101 }]) {
        const refusal = await refusalOf(platform.client.GET('/transactions', { params: { query } }));
        expect(refusal).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
        expect(refusal.fieldErrors.map(({ field }) => field)).toEqual(Object.keys(query));
      }
    });
  });
}

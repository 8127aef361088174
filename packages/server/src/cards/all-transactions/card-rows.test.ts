import type { CardTransaction } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { afterwards, atMerchant, makeCardholder } from '../../../test/cards.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { secondMs } from '../../ground/clock/instant.ts';

eachEngine('card transactions among all transactions', (start) => {
  it('are found by card id with or without prefix, customer, type and time, not by payment-only filters', async () => {
    const server = await start();
    const { cardId, customerId, accountId } = await makeCardholder(server);
    const other = await makeCardholder(server);
    const first = await atMerchant(server, cardId, 'authorization', 100);
    await server.advance(secondMs);
    const second = await atMerchant(server, cardId, 'authorization', 200);
    await atMerchant(server, other.cardId, 'authorization', 300);
    const list = async (query: string): Promise<string[]> => {
      const { body } = await server.request('GET', `/transactions?${query}`);
      return body.data.map(({ id }: CardTransaction) => id);
    };
    const both = [second.id, first.id];
    expect(await list(`cardId=${cardId}`)).toEqual(both);
    expect(await list(`cardId=${cardId.slice('Card:'.length)}`)).toEqual(both);
    expect(await list(`cardId=${cardId}&sortOrder=asc`)).toEqual([first.id, second.id]);
    expect(await list(`type=CARD&customerId=${customerId}`)).toEqual(both);
    expect(await list(`platformCustomerId=${second.platformCustomerId}`)).toEqual(both);
    expect(await list(`cardId=${cardId}&endDate=${first.createdAt}`)).toEqual([first.id]);
    expect(await list(`cardId=${cardId}&startDate=${second.createdAt}`)).toEqual([second.id]);
    expect(await list(`cardId=${cardId}&type=OUTGOING`)).toEqual([]);
    expect(await list(`cardId=${cardId}&status=PENDING`)).toEqual([]);
    expect(await list(`customerId=${customerId}&accountIdentifier=${accountId}`)).toEqual([]);
    const stranger = await start();
    expect((await stranger.request('GET', `/transactions?cardId=${cardId}`)).body.data).toEqual([]);
    expect((await stranger.request('GET', `/transactions/${first.id}`)).body.code).toBe('TRANSACTION_NOT_FOUND');
  });

  it('are found by their own status, which finds no payment', async () => {
    const server = await start();
    const { cardId, customerId, accountId } = await makeCardholder(server, 1_250);
    const open = await atMerchant(server, cardId, 'authorization', 100);
    const unpaid = await atMerchant(server, cardId, 'authorization', 1_000);
    await afterwards(server, unpaid, 'clearing', 2_000);
    const declined = await atMerchant(server, cardId, 'authorization', 9_999);
    const to = await makeUsdAccount(server, customerId);
    await server.request('POST', '/quotes', quoteBody({ from: accountId, to, amount: 1_000 }));
    const list = async (query: string): Promise<string[]> => {
      const { body } = await server.request('GET', `/transactions?${query}`);
      return body.data.map(({ id }: CardTransaction) => id);
    };
    expect(await list('cardTransactionStatus=EXCEPTION')).toEqual([unpaid.id]);
    expect(await list('cardTransactionStatus=AUTHORIZED')).toEqual([open.id]);
    expect(await list(`cardTransactionStatus=DECLINED&cardId=${cardId}&type=CARD`)).toEqual([declined.id]);
    expect(await list('cardTransactionStatus=SETTLED')).toEqual([]);
    expect(await list('cardTransactionStatus=EXCEPTION&type=OUTGOING')).toEqual([]);
    expect(await list('agentId=Agent:00000000-0000-7000-8000-000000000000')).toEqual([]);
    const stranger = await start();
    expect((await stranger.request('GET', '/transactions?cardTransactionStatus=EXCEPTION')).body.data).toEqual([]);
    const refused = await server.request('GET', '/transactions?cardTransactionStatus=PENDING');
    expect([refused.status, refusedFields(refused)]).toEqual([400, ['cardTransactionStatus']]);
  });

  it('are listed among payments in the order of creation, page by page, without a gap or a repeat', async () => {
    const server = await start();
    const { cardId, customerId, accountId } = await makeCardholder(server);
    const to = await makeUsdAccount(server, customerId);
    const made: string[] = [];
    for (const amount of [100, 200, 300]) {
      const purchase = await atMerchant(server, cardId, 'financial_authorization', amount);
      // Same creation time, so the ids decide the order.
      const quote = await server.request('POST', '/quotes', quoteBody({ from: accountId, to, amount: 1000 }));
      await server.advance(secondMs);
      const refund = await afterwards(server, purchase, 'return', 1);
      made.push(...[purchase.id, quote.body.transactionId].sort(), refund.id);
    }
    for (const order of ['asc', 'desc']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { body } = await server.request(
          'GET',
          `/transactions?customerId=${customerId}&limit=2&sortOrder=${order}${cursor}`,
        );
        seen.push(...body.data.map(({ id }: CardTransaction) => id));
        cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
      } while (cursor !== '');
      expect(order === 'asc' ? seen : seen.reverse()).toEqual(made);
    }
  });
});

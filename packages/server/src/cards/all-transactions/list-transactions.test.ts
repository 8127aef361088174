import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody, type Sender } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { wordsOf } from '../../../test/words-of.ts';
import { minuteMs, secondMs } from '../../ground/clock/instant.ts';

async function makePayments(server: TestServer, sender: Sender, count: number): Promise<string[]> {
  const to = await makeUsdAccount(server, sender.customerId);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { body } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: sender.accounts['USD'] ?? '', to, amount: 1_000 + index }),
    );
    ids.push(body.transactionId);
    await server.advance(secondMs);
  }
  return ids;
}

const idsOf = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id);

eachEngine('listing transactions', (start) => {
  it('lists the newest first, page by page, without a gap or a repeat while others are added', async () => {
    const server = await start();
    const sender = await makeSender(server);
    const ids = await makePayments(server, sender, 5);
    const first = await server.request('GET', '/transactions?limit=2');
    expect(idsOf(first.body)).toEqual([ids[4], ids[3]]);
    expect(first.body.hasMore).toBe(true);
    await makePayments(server, sender, 1);
    const second = await server.request('GET', `/transactions?limit=2&cursor=${first.body.nextCursor}`);
    const third = await server.request('GET', `/transactions?limit=2&cursor=${second.body.nextCursor}`);
    expect([...idsOf(second.body), ...idsOf(third.body)]).toEqual([ids[2], ids[1], ids[0]]);
    expect([third.body.hasMore, third.body.nextCursor]).toEqual([false, null]);
  });

  it('lists the oldest first with sortOrder=asc', async () => {
    const server = await start();
    const ids = await makePayments(server, await makeSender(server), 3);
    const first = await server.request('GET', '/transactions?limit=2&sortOrder=asc');
    const second = await server.request('GET', `/transactions?limit=2&sortOrder=asc&cursor=${first.body.nextCursor}`);
    expect([...idsOf(first.body), ...idsOf(second.body)]).toEqual(ids);
  });

  it('has no further page after one that is exactly full', async () => {
    const server = await start();
    await makePayments(server, await makeSender(server), 2);
    const { body } = await server.request('GET', '/transactions?limit=2');
    expect([body.data.length, body.hasMore, body.nextCursor]).toEqual([2, false, null]);
  });

  it('filters by customer, status, type, account and time', async () => {
    const server = await start();
    const [ada, mary] = [await makeSender(server), await makeSender(server)];
    const [first = '', second = ''] = await makePayments(server, ada, 2);
    const [third = ''] = await makePayments(server, mary, 1);
    const list = async (query: string): Promise<string[]> =>
      idsOf((await server.request('GET', `/transactions?${query}`)).body);
    expect(await list(`customerId=${mary.customerId}`)).toEqual([third]);
    expect(await list(`senderAccountIdentifier=${ada.accounts['USD']}`)).toEqual([second, first]);
    expect(await list(`accountIdentifier=${mary.accounts['USD']}`)).toEqual([third]);
    expect(await list(`receiverAccountIdentifier=${ada.accounts['USD']}`)).toEqual([]);
    expect(await list('startDate=2025-01-01T00:00:01.000Z&endDate=2025-01-01T00:00:01.000Z')).toEqual([second]);
    expect(await list('type=INCOMING')).toEqual([]);
    expect(await list('status=COMPLETED')).toEqual([]);
    await server.advance(10 * minuteMs);
    expect(await list('status=EXPIRED&type=OUTGOING')).toEqual([third, second, first]);
    const { body: transaction } = await server.request('GET', `/transactions/${first}`);
    expect(await list(`platformCustomerId=${transaction.platformCustomerId}`)).toEqual([second, first]);
    expect(await list('cardId=Card:00000000-0000-7000-8000-000000000000')).toEqual([]);
  });

  it('refuses status together with type=CARD', async () => {
    const server = await start();
    const { status, body } = await server.request('GET', '/transactions?status=COMPLETED&type=CARD');
    expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'status']);
    expect((await server.request('GET', '/transactions?type=CARD')).body.data).toEqual([]);
  });

  it('refuses a limit out of range and a cursor it did not make', async () => {
    const server = await start();
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=two', 'limit'],
      ['cursor=nonsense', 'cursor'],
    ]) {
      const { status, body } = await server.request('GET', `/transactions?${query}`);
      expect([status, body.details.errors[0].field]).toEqual([400, field]);
    }
  });

  it('shows nothing of another platform, also through its cursor', async () => {
    const [server, stranger] = [await start(), await start()];
    await makePayments(server, await makeSender(server), 3);
    const { body } = await server.request('GET', '/transactions?limit=1');
    expect((await stranger.request('GET', '/transactions')).body.data).toEqual([]);
    expect((await stranger.request('GET', `/transactions?cursor=${body.nextCursor}`)).body.data).toEqual([]);
  });
});

eachEngine('reading a transaction', (start) => {
  it('returns the same TRANSACTION_NOT_FOUND for an unknown id and one of another platform', async () => {
    const [server, stranger] = [await start(), await start()];
    const [id = ''] = await makePayments(server, await makeSender(server), 1);
    const unknown = 'Transaction:00000000-0000-7000-8000-000000000000';
    const [foreign, missing] = [
      await stranger.request('GET', `/transactions/${id}`),
      await stranger.request('GET', `/transactions/${unknown}`),
    ];
    expect([foreign.status, foreign.body.code]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
    expect(wordsOf(foreign).replaceAll(id, unknown)).toBe(wordsOf(missing));
  });
});

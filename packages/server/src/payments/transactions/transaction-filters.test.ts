import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

async function listed(server: TestServer, query: string): Promise<string[]> {
  const answer = await server.request('GET', `/transactions?${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.map(({ id }: { id: string }) => id);
}

async function onePayment(server: TestServer): Promise<string> {
  const { customerId, accounts } = await makeSender(server);
  const to = await makeUsdAccount(server, customerId);
  return (await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to }))).body.transactionId;
}

oneEngine('the filters of the list of transactions', (start) => {
  it('accept a card id or its bare UUID and refuse other ids', async () => {
    const server = await start();
    await onePayment(server);
    const uuid = '0198c0de-7a25-7b1e-8d06-90a1b2c3d4e5';
    for (const cardId of [`Card:${uuid}`, uuid]) expect(await listed(server, `cardId=${cardId}`)).toEqual([]);
    for (const cardId of ['Card:1', `Customer:${uuid}`, 'card']) {
      const answer = await server.request('GET', `/transactions?cardId=${cardId}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(new Set(refusedFields(answer))).toEqual(new Set(['cardId']));
    }
  });

  it.each([
    'startDate=yesterday',
    'endDate=2025-01-01',
    'status=LOST',
    'type=SIDEWAYS',
    'customerId=ada',
    'sortOrder=up',
  ])('refuse %s', async (query) => {
    const server = await start();
    const answer = await server.request('GET', `/transactions?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual([query.split('=')[0]]);
  });
});

eachEngine('the filters of the list of transactions', (start) => {
  it('limit a page to 20 transactions by default', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const body = quoteBody({ from: accounts['USD'] ?? '', to: await makeUsdAccount(server, customerId) });
    for (let index = 0; index < 21; index += 1) await server.request('POST', '/quotes', body);
    const { body: page } = await server.request('GET', '/transactions');
    expect(page).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
    expect(page.data).toHaveLength(20);
    const { body: whole } = await server.request('GET', '/transactions?limit=100');
    expect(whole).toMatchObject({ hasMore: false, nextCursor: null });
    expect(whole.data).toHaveLength(21);
  });

  it('find a refunded payment under FAILED and not under REFUNDED', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId, '002');
    const body = quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } });
    const { transactionId } = (await server.request('POST', '/quotes', body)).body;
    await server.advance(minuteMs);
    expect(await listed(server, 'status=FAILED')).toEqual([transactionId]);
    expect(await listed(server, 'status=REFUNDED')).toEqual([]);
  });

  it('accept date-times with any offset and with leap seconds', async () => {
    const server = await start();
    const id = await onePayment(server);
    const found = [
      '2025-01-01T00:00:00Z',
      '2025-01-01T01:00:00%2B01:00',
      '2024-12-31T23:59:60Z',
      '2016-12-31T23:59:60Z',
    ];
    for (const startDate of found) expect(await listed(server, `startDate=${startDate}`)).toEqual([id]);
    for (const startDate of ['2025-01-01T00:00:00.001Z', '2025-01-01T00:00:00-01:00']) {
      expect(await listed(server, `startDate=${startDate}`)).toEqual([]);
    }
    expect(await listed(server, 'endDate=2016-12-31T23:59:60Z')).toEqual([]);
  });
});

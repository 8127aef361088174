import { expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { sampleAccount } from '../../../test/sample-accounts.ts';
import type { TestServer } from '../../../test/test-server.ts';

const path = '/customers/external-accounts';

async function register(
  server: TestServer,
  customerId: string | undefined,
  type: 'USD_ACCOUNT' | 'EUR_ACCOUNT' | 'GBP_ACCOUNT',
): Promise<string> {
  server.clock.moveTo(new Date(Date.parse(server.clock.now()) + 1000).toISOString());
  const { body } = await server.request('POST', path, { ...sampleAccount(type), customerId });
  return body.id;
}

async function listed(server: TestServer, query = '', from = path): Promise<string[]> {
  const { body } = await server.request('GET', `${from}${query}`);
  return body.data.map((row: { id: string }) => row.id);
}

eachEngine('listing the external accounts of customers', (start) => {
  it('shows the newest first, without accounts of the platform and of other platforms', async () => {
    const [server, other] = [await start(), await start()];
    const customerId = await newCustomerId(server);
    await register(other, await newCustomerId(other), 'USD_ACCOUNT');
    await register(server, undefined, 'USD_ACCOUNT');
    const first = await register(server, customerId, 'EUR_ACCOUNT');
    const second = await register(server, customerId, 'GBP_ACCOUNT');
    expect(await listed(server)).toEqual([second, first]);
  });

  it('filters by customer, by currency, and by both', async () => {
    const server = await start();
    const [one, other] = [await newCustomerId(server), await newCustomerId(server)];
    const euro = await register(server, one, 'EUR_ACCOUNT');
    const pound = await register(server, one, 'GBP_ACCOUNT');
    const otherEuro = await register(server, other, 'EUR_ACCOUNT');
    expect(await listed(server, `?customerId=${one}`)).toEqual([pound, euro]);
    expect(await listed(server, '?currency=EUR')).toEqual([otherEuro, euro]);
    expect(await listed(server, `?currency=EUR&customerId=${one}`)).toEqual([euro]);
    expect(await listed(server, '?customerId=Customer:00000000-0000-7000-8000-000000000000')).toEqual([]);
  });

  it('filters by status, and so does the list of accounts of the platform', async () => {
    const server = await start();
    const customerId = await newCustomerId(server);
    const [euro, pound] = [
      await register(server, customerId, 'EUR_ACCOUNT'),
      await register(server, customerId, 'GBP_ACCOUNT'),
    ];
    const [own, other] = [
      await register(server, undefined, 'USD_ACCOUNT'),
      await register(server, undefined, 'EUR_ACCOUNT'),
    ];
    await server.deps.database.transaction((unit) =>
      unit.select((db) =>
        db.updateTable('external_accounts').set({ status: 'UNDER_REVIEW' }).where('id', 'in', [euro, own]),
      ),
    );
    const platform = '/platform/external-accounts';
    expect(await listed(server, '?status=UNDER_REVIEW')).toEqual([euro]);
    expect(await listed(server, `?status=ACTIVE&customerId=${customerId}`)).toEqual([pound]);
    expect(await listed(server, '?status=UNDER_REVIEW&currency=GBP')).toEqual([]);
    expect(await listed(server, '?status=UNDER_REVIEW', platform)).toEqual([own]);
    expect(await listed(server, '?status=ACTIVE&currency=EUR', platform)).toEqual([other]);
    const refused = await server.request('GET', `${path}?status=LOST`);
    expect([refused.status, refusedFields(refused)]).toEqual([400, ['status']]);
  });

  it('returns the same next page after an insert', async () => {
    const server = await start();
    const customerId = await newCustomerId(server);
    const first = await register(server, customerId, 'USD_ACCOUNT');
    const second = await register(server, customerId, 'EUR_ACCOUNT');
    const page = await server.request('GET', `${path}?limit=1`);
    expect(page.body).toMatchObject({ hasMore: true, nextCursor: expect.any(String), data: [{ id: second }] });
    await register(server, customerId, 'GBP_ACCOUNT');
    const next = await server.request('GET', `${path}?limit=1&cursor=${page.body.nextCursor}`);
    expect(next.body).toMatchObject({ hasMore: false, nextCursor: null, data: [{ id: first }] });
  });

  it('refuses a malformed cursor', async () => {
    const server = await start();
    const answer = await server.request('GET', `${path}?cursor=made-up`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual(['cursor']);
  });
});

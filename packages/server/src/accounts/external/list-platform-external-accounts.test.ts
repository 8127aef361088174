import { expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { sampleAccount } from '../../../test/sample-accounts.ts';

const path = '/platform/external-accounts';

eachEngine('listing the external accounts of the platform', (start) => {
  it('shows its own accounts only, the newest first, in pages and by currency', async () => {
    const [server, other] = [await start(), await start()];
    const customerId = await newCustomerId(server);
    await other.request('POST', path, sampleAccount('USD_ACCOUNT'));
    await server.request('POST', '/customers/external-accounts', { ...sampleAccount('USD_ACCOUNT'), customerId });
    const { body: first } = await server.request('POST', path, sampleAccount('USD_ACCOUNT'));
    const { body: second } = await server.request('POST', '/customers/external-accounts', sampleAccount('EUR_ACCOUNT'));
    const { body: all } = await server.request('GET', path);
    expect(all).toEqual({ data: [second, first], hasMore: false, nextCursor: null });
    const { body: page } = await server.request('GET', `${path}?limit=1`);
    expect(page).toMatchObject({ data: [second], hasMore: true });
    expect((await server.request('GET', `${path}?limit=1&cursor=${page.nextCursor}`)).body.data).toEqual([first]);
    expect((await server.request('GET', `${path}?currency=USD`)).body.data).toEqual([first]);
  });
});

import { expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { sampleAccount } from '../../../test/sample-accounts.ts';

const path = '/platform/external-accounts';

oneEngine('reading an external account of the platform', (start) => {
  it('returns the account', async () => {
    const server = await start();
    const { body } = await server.request('POST', path, sampleAccount('USD_ACCOUNT'));
    expect(await server.request('GET', `${path}/${body.id}`)).toMatchObject({ status: 200, body });
  });

  it('does not find accounts of customers, of other platforms and deleted ones', async () => {
    const server = await start();
    const customerId = await newCustomerId(server);
    const { body: ofCustomer } = await server.request('POST', '/customers/external-accounts', {
      ...sampleAccount('EUR_ACCOUNT'),
      customerId,
    });
    const { body: foreign } = await (await start()).request('POST', path, sampleAccount('EUR_ACCOUNT'));
    const { body: deleted } = await server.request('POST', path, sampleAccount('GBP_ACCOUNT'));
    await server.request('DELETE', `${path}/${deleted.id}`);
    for (const { id } of [ofCustomer, foreign, deleted]) {
      expect(await server.request('GET', `${path}/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'ACCOUNT_NOT_FOUND' },
      });
    }
  });
});

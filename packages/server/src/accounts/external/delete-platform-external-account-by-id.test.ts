import { expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { sampleAccount } from '../../../test/sample-accounts.ts';

const path = '/platform/external-accounts';

oneEngine('deleting an external account of the platform', (start) => {
  it('returns 204, and answers a second request with ACCOUNT_NOT_FOUND', async () => {
    const server = await start();
    const { body } = await server.request('POST', path, sampleAccount('USD_ACCOUNT'));
    expect(await server.request('DELETE', `${path}/${body.id}`)).toMatchObject({ status: 204, text: '' });
    expect(await server.request('DELETE', `${path}/${body.id}`)).toMatchObject({
      status: 404,
      body: { code: 'ACCOUNT_NOT_FOUND' },
    });
    expect((await server.request('POST', path, sampleAccount('USD_ACCOUNT'))).status).toBe(201);
  });

  it('refuses an account of a customer with ACCOUNT_NOT_FOUND', async () => {
    const server = await start();
    const customerId = await newCustomerId(server);
    const { body } = await server.request('POST', '/customers/external-accounts', {
      ...sampleAccount('USD_ACCOUNT'),
      customerId,
    });
    expect(await server.request('DELETE', `${path}/${body.id}`)).toMatchObject({
      status: 404,
      body: { code: 'ACCOUNT_NOT_FOUND' },
    });
    expect((await server.request('GET', `/customers/external-accounts/${body.id}`)).status).toBe(200);
  });
});

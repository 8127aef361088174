import { expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { sampleAccount } from '../../../test/sample-accounts.ts';

const path = '/platform/external-accounts';

oneEngine('registering an external account for the platform', (start) => {
  it('returns the account, without a customerId', async () => {
    const server = await start();
    const given = { ...sampleAccount('USD_ACCOUNT'), platformAccountId: 'treasury', ownershipType: 'FIRST_PARTY' };
    const { status, body } = await server.request('POST', path, given);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...given, status: 'ACTIVE', defaultUmaDepositAccount: false });
    expect(body).not.toHaveProperty('customerId');
  });

  it('ignores customerId and defaultUmaDepositAccount', async () => {
    const server = await start();
    const customerId = await newCustomerId(server);
    const { body } = await server.request('POST', path, {
      ...sampleAccount('USD_ACCOUNT'),
      customerId,
      defaultUmaDepositAccount: true,
    });
    expect(body).not.toHaveProperty('customerId');
    expect(body.defaultUmaDepositAccount).toBe(false);
  });

  it('refuses a wrong CLABE, a wrong currency and an unknown bank account', async () => {
    const server = await start({ settings: { strictIdentifiers: true } });
    const wrong = await server.request(
      'POST',
      path,
      sampleAccount('MXN_ACCOUNT', { clabeNumber: '032180000118359718' }),
    );
    expect(wrong.body.code).toBe('INVALID_INPUT');
    expect(refusedFields(wrong)).toEqual(['accountInfo.clabeNumber']);
    const currency = await server.request('POST', path, { ...sampleAccount('MXN_ACCOUNT'), currency: 'USD' });
    expect(currency).toMatchObject({ status: 400, body: { code: 'INVALID_CURRENCY' } });
    const unknown = await server.request('POST', path, sampleAccount('GBP_ACCOUNT', { accountNumber: '31926105' }));
    expect(unknown).toMatchObject({ status: 400, body: { code: 'INVALID_BANK_ACCOUNT' } });
  });

  it('refuses as a duplicate an account that the platform has registered on either path', async () => {
    const server = await start();
    expect((await server.request('POST', '/customers/external-accounts', sampleAccount('EUR_ACCOUNT'))).status).toBe(
      201,
    );
    expect((await server.request('POST', path, sampleAccount('GBP_ACCOUNT'))).status).toBe(201);
    for (const [at, type] of [
      [path, 'EUR_ACCOUNT'],
      [path, 'GBP_ACCOUNT'],
      ['/customers/external-accounts', 'GBP_ACCOUNT'],
    ] as const) {
      const answer = await server.request('POST', at, sampleAccount(type));
      expect(answer).toMatchObject({ status: 409, body: { code: 'DUPLICATE_EXTERNAL_ACCOUNT' } });
    }
  });
});

import type { AccountType } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { sampleAccount, sampleAccounts } from '../../../test/sample-accounts.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { accountKind } from './account-facts.ts';

const path = '/customers/external-accounts';
const types = Object.keys(sampleAccounts) as AccountType[];

function register(server: TestServer, type: AccountType, fields: object = {}, body: object = {}): Promise<Answer> {
  return server.request('POST', path, { ...sampleAccount(type, { ...fields }), ...body });
}

/** As in production, and in a sandbox that was started with --strict-identifiers. */
const strict = { settings: { strictIdentifiers: true } } as const;

oneEngine('registering an external account for a customer', (start) => {
  it('returns the account as given and as stored', async () => {
    const server = await start();
    const customerId = await newCustomerId(server);
    const given = {
      ...sampleAccount('EUR_ACCOUNT'),
      customerId,
      platformAccountId: 'payee-17',
      ownershipType: 'THIRD_PARTY',
    };
    const answer = await server.request('POST', path, given);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ...given,
      id: expect.stringMatching(/^ExternalAccount:[0-9a-f-]{36}$/),
      status: 'ACTIVE',
      defaultUmaDepositAccount: false,
      trusted: false,
      beneficiaryVerificationStatus: 'MATCHED',
      beneficiaryVerifiedData: { fullName: 'Grace Hopper' },
      accountInfo: { ...given.accountInfo, paymentRails: ['SEPA', 'SEPA_INSTANT'] },
    });
    expect((await server.request('GET', `${path}/${answer.body.id}`)).body).toEqual(answer.body);
  });

  it('registers every kind of account and shows the rails of bank accounts only', async () => {
    const server = await start();
    for (const type of types) {
      const { status, body } = await register(server, type);
      expect({ type, status }).toEqual({ type, status: 201 });
      const { kind } = accountKind(type);
      expect(body.status).toBe('ACTIVE');
      expect(Array.isArray(body.accountInfo.paymentRails)).toBe(kind === 'BANK');
      expect('beneficiaryVerificationStatus' in body).toBe(kind === 'BANK');
    }
  });

  it('accepts wrong check digits in the sandbox, but not a wrong length', async () => {
    const server = await start();
    const answer = await register(server, 'MXN_ACCOUNT', { clabeNumber: '032180000118359718' });
    expect(answer.status).toBe(201);
    expect(refusedFields(await register(server, 'MXN_ACCOUNT', { clabeNumber: '03218000011835971' }))).toEqual([
      'accountInfo.clabeNumber',
    ]);
  });

  it('refuses all wrong identifiers at once, with the expected format', async () => {
    const server = await start(strict);
    const answer = await register(server, 'USD_ACCOUNT', {
      routingNumber: '110000001',
      intermediaryRoutingNumber: '021000012',
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual(['accountInfo.routingNumber', 'accountInfo.intermediaryRoutingNumber']);
    expect(answer.body.details.errors[0].constraint).toEqual({ format: 'aba-routing-number' });
  });

  it.each([
    ['USD_ACCOUNT', 'routingNumber', '110000001'],
    ['EUR_ACCOUNT', 'iban', 'DE88370400440532013000'],
    ['GBP_ACCOUNT', 'sortCode', '000000'],
    ['MXN_ACCOUNT', 'clabeNumber', '032180000118359718'],
    ['BRL_ACCOUNT', 'pixKey', 'not an address'],
    ['ETHEREUM_WALLET', 'address', '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['BASE_WALLET', 'address', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1bea'],
    ['POLYGON_WALLET', 'address', '8sLbNZoA1cfnvMJLPfp98ZLAnFSYCFApfJKMbiXNLwxj'],
    ['PLASMA_WALLET', 'address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['SOLANA_WALLET', 'address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['TRON_WALLET', 'address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s'],
    ['SPARK_WALLET', 'address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['LIGHTNING', 'lightningAddress', 'nobody'],
  ] as const)('refuses a wrong identifier of a %s by the rule of its kind', async (type, field, value) => {
    const server = await start(strict);
    const answer = await register(server, type, { [field]: value });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual([`accountInfo.${field}`]);
  });

  it('refuses text that breaks the pattern of its field', async () => {
    const server = await start();
    for (const [type, field, value] of [
      ['GBP_ACCOUNT', 'sortCode', '60-16-13'],
      ['GBP_ACCOUNT', 'accountNumber', '3192681'],
      ['MXN_ACCOUNT', 'clabeNumber', '12'],
      ['INR_ACCOUNT', 'ifsc', 'HDFC1000123'],
      ['INR_ACCOUNT', 'vpa', 'nobody'],
    ] as const) {
      const answer = await register(server, type, { [field]: value });
      expect(answer.body.code).toBe('INVALID_INPUT');
      expect(refusedFields(answer)).toContain(`accountInfo.${field}`);
    }
  });

  it('requires exactly one Lightning identifier', async () => {
    const server = await start();
    const bolt12 = 'lno1qgsqvgnwgcg35z6ee2h3yczraddm72xrfua9uve2rlrm9deu7xyfzrcgqf3z5';
    expect(await register(server, 'LIGHTNING', { bolt12 })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
    expect(await register(server, 'LIGHTNING', { lightningAddress: undefined })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
    expect(await register(server, 'LIGHTNING', { lightningAddress: undefined, bolt12 })).toMatchObject({ status: 201 });
  });

  it('accepts an Indian account by virtual payment address, or by number, IFSC and rail', async () => {
    const server = await start();
    const number = { accountNumber: '50100123456789', ifsc: 'HDFC0000123' };
    const byAddress = await register(server, 'INR_ACCOUNT');
    expect(byAddress.body.accountInfo.paymentRails).toEqual(['UPI']);
    const byNumber = await register(server, 'INR_ACCOUNT', { vpa: undefined, ...number, rail: 'RTGS' });
    expect(byNumber.body.accountInfo.paymentRails).toEqual(['NEFT', 'RTGS']);
    for (const [fields, missing] of [
      [number, 'accountInfo.rail'],
      [{ ...number, ifsc: undefined, rail: 'NEFT' }, 'accountInfo.ifsc'],
      [{ rail: 'RTGS' }, 'accountInfo.accountNumber'],
      [{ vpa: undefined, ...number, rail: 'UPI' }, 'accountInfo.vpa'],
      [{ ...number, rail: 'IMPS' }, 'accountInfo.rail'],
    ] as const) {
      const answer = await register(server, 'INR_ACCOUNT', fields);
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)).toContain(missing);
    }
  });

  it('refuses a currency that the account cannot hold', async () => {
    const server = await start();
    const answer = await register(server, 'EUR_ACCOUNT', {}, { currency: 'USD' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_CURRENCY' } });
    expect(answer.body.details.errors).toEqual([
      { field: 'currency', message: expect.any(String), constraint: { enum: ['EUR'] } },
    ]);
    expect(await register(server, 'SPARK_WALLET', {}, { currency: 'USDC' })).toMatchObject({
      body: { code: 'INVALID_CURRENCY' },
    });
    expect(await register(server, 'SOLANA_WALLET', {}, { currency: 'USDT' })).toMatchObject({ status: 201 });
  });

  it('refuses an unknown, a deleted and a foreign customer with the same CUSTOMER_NOT_FOUND', async () => {
    const server = await start();
    const foreign = await newCustomerId(await start());
    const deleted = await newCustomerId(server);
    await server.request('DELETE', `/customers/${deleted}`);
    for (const customerId of ['Customer:00000000-0000-7000-8000-000000000000', deleted, foreign]) {
      const answer = await register(server, 'EUR_ACCOUNT', {}, { customerId });
      expect(answer).toMatchObject({ status: 404, body: { code: 'CUSTOMER_NOT_FOUND' } });
      expect(answer.body.reason.replace(customerId, 'X')).toBe(
        'There is no active customer X. Check the id and the environment of your token.',
      );
    }
  });

  it('registers an account of a customer who has not accepted the terms', async () => {
    const server = await start();
    const customerId = await newCustomerId(server);
    expect(await register(server, 'USD_ACCOUNT', {}, { customerId })).toMatchObject({
      status: 201,
      body: { customerId },
    });
  });

  it('registers the account for the platform when no customer is named', async () => {
    const server = await start();
    const { body } = await register(server, 'USD_ACCOUNT');
    expect(body).not.toHaveProperty('customerId');
    expect((await server.request('GET', `/platform/external-accounts/${body.id}`)).body).toEqual(body);
  });

  it('ignores undeclared fields and fields that only the service sets', async () => {
    const server = await start();
    const status = 'UNDER_REVIEW';
    const invented = {
      status,
      id: 'ExternalAccount:00000000-0000-7000-8000-000000000000',
      beneficiaryVerificationStatus: 'NOT_MATCHED',
      invented: 1,
    };
    const { body } = await register(
      server,
      'GBP_ACCOUNT',
      { paymentRails: ['SWIFT'], iban: 'DE89370400440532013000', __proto__: { x: 1 } },
      invented,
    );
    expect(body).toMatchObject({ status: 'ACTIVE', beneficiaryVerificationStatus: 'MATCHED' });
    expect(body.id).not.toBe(invented.id);
    expect(body).not.toHaveProperty('invented');
    expect(body.accountInfo).toEqual({
      ...sampleAccount('GBP_ACCOUNT').accountInfo,
      paymentRails: ['FASTER_PAYMENTS'],
    });
  });
});

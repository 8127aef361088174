import type { AccountType } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { newCustomerId } from '../../../test/customers.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { sampleAccount } from '../../../test/sample-accounts.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { mustMove } from '../../engines/states/transition.ts';

const path = '/customers/external-accounts';

function register(server: TestServer, type: AccountType, fields: object = {}, body: object = {}): Promise<Answer> {
  return server.request('POST', path, { ...sampleAccount(type, { ...fields }), ...body });
}

oneEngine('the first status of an external account', (start) => {
  it.each([
    'BASE_WALLET',
    'ETHEREUM_WALLET',
    'PLASMA_WALLET',
    'POLYGON_WALLET',
    'SOLANA_WALLET',
    'SPARK_WALLET',
    'TRON_WALLET',
    'BITCOIN_WALLET',
  ] as const)('is PENDING_OWNERSHIP_VERIFICATION for a FIRST_PARTY %s', async (type) => {
    const server = await start();
    const { body } = await register(server, type, {}, { ownershipType: 'FIRST_PARTY' });
    expect(body).toMatchObject({ status: 'PENDING_OWNERSHIP_VERIFICATION', ownershipType: 'FIRST_PARTY' });
  });

  it.each([
    ['of the customer at a bank', 'USD_ACCOUNT', {}, 'FIRST_PARTY'],
    ['of a third party at a bank', 'USD_ACCOUNT', {}, 'THIRD_PARTY'],
    ['on Lightning', 'LIGHTNING', {}, 'FIRST_PARTY'],
    ['with a custodial provider', 'SOLANA_WALLET', { vaspName: 'Example Exchange' }, 'FIRST_PARTY'],
    ['of a third party on a network', 'SOLANA_WALLET', {}, 'THIRD_PARTY'],
    ['without ownershipType', 'SOLANA_WALLET', {}, undefined],
  ] as const)('is ACTIVE for an account %s', async (_whose, type, fields, ownershipType) => {
    const server = await start();
    expect((await register(server, type, fields, { ownershipType })).body.status).toBe('ACTIVE');
  });

  it.each([
    ['CREATE_ACTIVE', 'THIRD_PARTY'],
    ['CREATE_UNOWNED', 'FIRST_PARTY'],
  ] as const)(
    'emits the event that the state table declares for %s, if any, with sequence 1',
    async (trigger, ownershipType) => {
      const server = await start();
      const { body } = await register(server, 'SOLANA_WALLET', {}, { ownershipType });
      const { event } = mustMove('external-account', null, trigger);
      const expected = event === undefined ? [] : [{ type: event, resourceId: body.id, sequence: 1, data: body }];
      expect(await committedEvents(server, body.id)).toEqual(expected);
    },
  );
});

oneEngine('the name check of a new bank account', (start) => {
  it.each([
    ['102', 'NOT_MATCHED', undefined],
    ['103', 'PARTIAL_MATCH', { fullName: 'G. Hopper' }],
    ['104', 'PENDING', undefined],
    ['106', 'UNSUPPORTED', undefined],
    ['107', 'CHECKED_BY_RECEIVING_FI', undefined],
    ['789', 'MATCHED', { fullName: 'Grace Hopper' }],
  ])('answers an account whose identifier ends in %s with %s', async (suffix, status, verified) => {
    const server = await start();
    const { body } = await register(server, 'USD_ACCOUNT', { accountNumber: `000123456${suffix}` });
    expect(body).toMatchObject({ status: 'ACTIVE', beneficiaryVerificationStatus: status });
    expect(body.beneficiaryVerifiedData).toEqual(verified);
  });

  it('refuses an account that ends in 105 and stores nothing', async () => {
    const server = await start();
    const answer = await register(server, 'BRL_ACCOUNT', { pixKey: 'ana.105@example.com' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_BANK_ACCOUNT' } });
    expect((await server.request('GET', '/platform/external-accounts')).body.data).toEqual([]);
    expect((await committedEvents(server)).filter(({ type }) => type.startsWith('EXTERNAL_ACCOUNT'))).toEqual([]);
  });

  it('is skipped for a wallet', async () => {
    const server = await start();
    const { status, body } = await register(server, 'BASE_WALLET', {
      address: '0x52908400098527886e0f7030069857d2e4169105',
    });
    expect(status).toBe(201);
    expect(body).not.toHaveProperty('beneficiaryVerificationStatus');
  });
});

oneEngine('equivalent external accounts', (start) => {
  it('are accepted for another customer, for the platform, in another currency and on another platform', async () => {
    const server = await start();
    const [one, other] = [await newCustomerId(server), await newCustomerId(server)];
    for (const body of [{ customerId: one }, { customerId: other }, {}, { currency: 'USDT' }]) {
      expect((await register(server, 'SOLANA_WALLET', {}, body)).status).toBe(201);
    }
    expect((await register(await start(), 'SOLANA_WALLET')).status).toBe(201);
  });
});

eachEngine('equivalent external accounts', (start) => {
  it('are refused for the same owner with DUPLICATE_EXTERNAL_ACCOUNT, in either notation', async () => {
    const server = await start();
    const customerId = await newCustomerId(server);
    expect((await register(server, 'BASE_WALLET', {}, { customerId })).status).toBe(201);
    const lowerCase = { address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' };
    const answer = await register(server, 'BASE_WALLET', lowerCase, { customerId, platformAccountId: 'again' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'DUPLICATE_EXTERNAL_ACCOUNT' } });
    expect((await server.request('GET', path)).body.data).toHaveLength(1);
  });

  it('are named in the refusal, so that a caller without the first response can continue', async () => {
    const server = await start();
    const customerId = await newCustomerId(server);
    const first = await register(server, 'GBP_ACCOUNT', {}, { customerId });
    const { body } = await register(server, 'GBP_ACCOUNT', {}, { customerId });
    expect(body.details).toEqual({ externalAccountId: first.body.id });
    expect(body.reason).toContain(first.body.id);
    expect((await server.request('DELETE', `${path}/${first.body.id}`)).status).toBe(204);
    const next = await register(server, 'GBP_ACCOUNT', {}, { customerId });
    expect((await register(server, 'GBP_ACCOUNT', {}, { customerId })).body.details.externalAccountId).toBe(
      next.body.id,
    );
  });

  it('are registered once, even with 12 parallel requests', async () => {
    const server = await start();
    const customerId = await newCustomerId(server);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => register(server, 'EUR_ACCOUNT', {}, { customerId })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 11 }, () => 409)]);
    const refusals = answers.filter(({ status }) => status === 409);
    expect(new Set(refusals.map(({ body }) => body.code))).toEqual(new Set(['DUPLICATE_EXTERNAL_ACCOUNT']));
    expect((await server.request('GET', path)).body.data).toHaveLength(1);
  });
});

async function defaults(server: TestServer): Promise<string[]> {
  const { body } = await server.request('GET', path);
  return body.data
    .filter((row: { defaultUmaDepositAccount: boolean }) => row.defaultUmaDepositAccount)
    .map((row: { id: string }) => row.id);
}

oneEngine('the default account for UMA deposits', (start) => {
  it('is the newest account registered with defaultUmaDepositAccount, per customer', async () => {
    const server = await start();
    const [one, other] = [await newCustomerId(server), await newCustomerId(server)];
    const isDefault = { defaultUmaDepositAccount: true };
    const ofOther = await register(server, 'USD_ACCOUNT', {}, { customerId: other, ...isDefault });
    const first = await register(server, 'USD_ACCOUNT', {}, { customerId: one, ...isDefault });
    expect(first.body.defaultUmaDepositAccount).toBe(true);
    await register(server, 'GBP_ACCOUNT', {}, { customerId: one });
    expect(new Set(await defaults(server))).toEqual(new Set([ofOther.body.id, first.body.id]));
    const second = await register(server, 'EUR_ACCOUNT', {}, { customerId: one, ...isDefault });
    expect(new Set(await defaults(server))).toEqual(new Set([ofOther.body.id, second.body.id]));
  });

  it('stays the same when a newer account is refused', async () => {
    const server = await start();
    const customerId = await newCustomerId(server);
    const first = await register(server, 'USD_ACCOUNT', {}, { customerId, defaultUmaDepositAccount: true });
    await register(server, 'EUR_ACCOUNT', {}, { customerId });
    const duplicate = await register(server, 'EUR_ACCOUNT', {}, { customerId, defaultUmaDepositAccount: true });
    expect(duplicate.status).toBe(409);
    expect(await defaults(server)).toEqual([first.body.id]);
  });
});

eachEngine('the default account for UMA deposits', (start) => {
  it('is exactly one after eight parallel registrations', async () => {
    const server = await start();
    const customerId = await newCustomerId(server);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        register(
          server,
          'GBP_ACCOUNT',
          { accountNumber: `3192681${index}` },
          { customerId, defaultUmaDepositAccount: true },
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    expect(await defaults(server)).toHaveLength(1);
  });
});

oneEngine('the beneficiary of a third-party wallet', (start) => {
  const rules = (mandatory: boolean) => ({
    supportedCurrencies: [
      {
        currencyCode: 'USDC',
        minAmount: 1,
        maxAmount: 1000,
        requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory }],
      },
    ],
  });
  const thirdParty = { ownershipType: 'THIRD_PARTY' };

  it('is required when a counterparty field of the currency is mandatory', async () => {
    const server = await start({ isRegulated: true });
    await server.request('PATCH', '/config', rules(true));
    const answer = await register(server, 'SOLANA_WALLET', {}, thirdParty);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual(['accountInfo.beneficiary']);
    const { beneficiary } = sampleAccount('USD_ACCOUNT').accountInfo;
    expect((await register(server, 'SOLANA_WALLET', { beneficiary }, thirdParty)).status).toBe(201);
  });

  it('is optional when no counterparty field of the currency is mandatory', async () => {
    const server = await start();
    expect((await register(server, 'SOLANA_WALLET', {}, thirdParty)).status).toBe(201);
    await server.request('PATCH', '/config', rules(false));
    expect((await register(server, 'BASE_WALLET', {}, thirdParty)).status).toBe(201);
    await server.request('PATCH', '/config', rules(true));
    expect((await register(server, 'POLYGON_WALLET', {}, { ownershipType: 'FIRST_PARTY' })).status).toBe(201);
    expect((await register(server, 'SPARK_WALLET', {}, thirdParty)).status).toBe(201);
  });
});

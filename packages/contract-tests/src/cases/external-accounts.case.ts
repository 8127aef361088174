import { orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { payeeRequest, registerPayee } from '../parties/payee.ts';
import { registerCustomer } from '../parties/payer.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

/** The name check of the sandbox bank, by the last digits of the account. */
const nameChecks = {
  '100': 'MATCHED',
  '102': 'NOT_MATCHED',
  '103': 'PARTIAL_MATCH',
  '104': 'PENDING',
  '106': 'UNSUPPORTED',
  '107': 'CHECKED_BY_RECEIVING_FI',
} as const;

export function externalAccountCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock answers its examples whatever is registered');

  describe('an external account', () => {
    scenario('is registered and can be paid at once', async (platform) => {
      const customerId = await registerCustomer(platform.client);
      const body = payeeRequest({ customerId, currency: 'EUR', suffix: '100' });
      const account = await orThrow(platform.client.POST('/customers/external-accounts', { body }));
      expect(account).toMatchObject({
        customerId,
        status: 'ACTIVE',
        currency: 'EUR',
        beneficiaryVerificationStatus: 'MATCHED',
      });
      const path = { externalAccountId: account.id };
      expect(
        await orThrow(platform.client.GET('/customers/external-accounts/{externalAccountId}', { params: { path } })),
      ).toEqual(account);
    });

    scenario('is refused with INVALID_BANK_ACCOUNT when its bank does not know it', async (platform) => {
      const customerId = await registerCustomer(platform.client);
      const client = platform.connect({ expected: { status: 400, example: 'unknownToTheBank' } });
      for (const currency of ['EUR', 'USD', 'GBP'] as const) {
        const body = payeeRequest({ customerId, currency, suffix: '105' });
        const refusal = await refusalOf(client.POST('/customers/external-accounts', { body }));
        expect(refusal).toMatchObject({ status: 400, code: 'INVALID_BANK_ACCOUNT' });
        const ofPlatform = await refusalOf(client.POST('/platform/external-accounts', { body }));
        expect(ofPlatform).toMatchObject({ status: 400, code: 'INVALID_BANK_ACCOUNT' });
      }
    });

    scenario('is registered once per owner', async (platform) => {
      const customerId = await registerCustomer(platform.client);
      const options = { customerId, currency: 'EUR', suffix: '100' } as const;
      await registerPayee(platform.client, options);
      const client = platform.connect({ expected: { status: 409, example: 'alreadyRegistered' } });
      const refusal = await refusalOf(client.POST('/customers/external-accounts', { body: payeeRequest(options) }));
      expect(refusal).toMatchObject({ status: 409, code: 'DUPLICATE_EXTERNAL_ACCOUNT' });
    });

    scenario('with an identifier of the wrong length is refused with its field', async (platform) => {
      const customerId = await registerCustomer(platform.client);
      const client = platform.connect({ expected: { status: 400, example: 'wrongCheckDigits' } });
      const { accountInfo } = payeeRequest({ customerId, currency: 'EUR', suffix: '100' });
      const body = {
        customerId,
        currency: 'EUR',
        accountInfo: { ...accountInfo, iban: 'DE0037040044053201310' },
      } as const;
      const refusal = await refusalOf(client.POST('/customers/external-accounts', { body }));
      expect(refusal).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      expect(refusal.fieldErrors).toMatchObject([{ field: 'accountInfo.iban' }]);
    });

    stateful('is registered again for another owner or after its deletion', async (platform) => {
      const { client } = platform;
      const customerId = await registerCustomer(client);
      const first = await registerPayee(client, { customerId, currency: 'EUR', suffix: '100' });
      await registerPayee(client, {
        customerId: await registerCustomer(client, 'Grace Hopper'),
        currency: 'EUR',
        suffix: '100',
      });
      const path = { externalAccountId: first };
      await client.DELETE('/customers/external-accounts/{externalAccountId}', { params: { path } });
      const gone = await refusalOf(
        client.GET('/customers/external-accounts/{externalAccountId}', { params: { path } }),
      );
      expect(gone).toMatchObject({ status: 404, code: 'ACCOUNT_NOT_FOUND' });
      await registerPayee(client, { customerId, currency: 'EUR', suffix: '100' });
    });

    scenario('is refused with INVALID_CURRENCY for a currency of another account type', async (platform) => {
      const { accountInfo } = payeeRequest({ currency: 'EUR', suffix: '100' });
      const client = platform.connect({ expected: { status: 400, example: 'currencyNotOfAccount' } });
      for (const path of ['/customers/external-accounts', '/platform/external-accounts'] as const) {
        const refusal = await refusalOf(client.POST(path, { body: { currency: 'USD', accountInfo } }));
        expect(refusal).toMatchObject({ status: 400, code: 'INVALID_CURRENCY' });
      }
    });

    stateful('of the platform is listed apart from those of customers', async ({ client }) => {
      const customerId = await registerCustomer(client);
      const body = payeeRequest({ currency: 'USD', suffix: '100' });
      const { id: externalAccountId } = await orThrow(client.POST('/platform/external-accounts', { body }));
      const ofCustomer = await registerPayee(client, { customerId, currency: 'USD', suffix: '100' });
      const again = await refusalOf(client.POST('/platform/external-accounts', { body }));
      expect(again).toMatchObject({ status: 409, code: 'DUPLICATE_EXTERNAL_ACCOUNT' });
      const own = await orThrow(client.GET('/platform/external-accounts'));
      expect(own.data.map(({ id }) => id)).toEqual([externalAccountId]);
      const theirs = await orThrow(client.GET('/customers/external-accounts', { params: { query: { customerId } } }));
      expect(theirs.data.map(({ id }) => id)).toEqual([ofCustomer]);
      const params = { path: { externalAccountId } };
      await orThrow(client.GET('/platform/external-accounts/{externalAccountId}', { params }));
      await client.DELETE('/platform/external-accounts/{externalAccountId}', { params });
      const gone = await refusalOf(client.GET('/platform/external-accounts/{externalAccountId}', { params }));
      expect(gone).toMatchObject({ status: 404, code: 'ACCOUNT_NOT_FOUND' });
    });

    stateful('is refused for an unknown customer', async ({ client }) => {
      const customerId = 'Customer:0198c0de-0000-7000-8000-000000000000';
      const refusal = await refusalOf(
        client.POST('/customers/external-accounts', {
          body: payeeRequest({ customerId, currency: 'USD', suffix: '100' }),
        }),
      );
      expect(refusal).toMatchObject({ status: 404, code: 'CUSTOMER_NOT_FOUND' });
    });

    for (const [suffix, status] of Object.entries(nameChecks)) {
      stateful(`that ends in ${suffix} has its name checked as ${status}`, async (platform) => {
        const body = payeeRequest({ currency: 'USD', suffix });
        const account = await orThrow(platform.client.POST('/platform/external-accounts', { body }));
        expect(account).toMatchObject({ status: 'ACTIVE', beneficiaryVerificationStatus: status });
      });
    }
  });
}

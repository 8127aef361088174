import { listAll, orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { acceptance, registerCustomer } from '../parties/payer.ts';
import { refusalOf, refusedFields } from '../parties/refusal.ts';
import type { Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

const business = {
  customerType: 'BUSINESS',
  businessInfo: {
    legalName: 'Analytical Engines LLC',
    country: 'US',
    incorporatedOn: '2019-05-04',
    taxId: '12-3456789',
  },
  endUserTermsConsent: acceptance,
} as const;

export function customerCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock keeps no customers');

  describe('a customer', () => {
    scenario('is returned as it was registered', async ({ client }) => {
      const customerId = await registerCustomer(client);
      const customer = await orThrow(client.GET('/customers/{customerId}', { params: { path: { customerId } } }));
      expect(customer).toMatchObject({
        id: customerId,
        customerType: 'INDIVIDUAL',
        fullName: 'Ada Lovelace',
        verificationStatus: 'APPROVED',
        umaAddress: expect.stringMatching(/^\$.+@/),
        endUserTermsConsent: { termsVersion: acceptance.termsVersion },
      });
    });

    scenario('is UNVERIFIED at first as a business', async (platform) => {
      const client = platform.connect({ expected: { status: 201, example: 'business' } });
      expect(await orThrow(client.POST('/customers', { body: business }))).toMatchObject({
        customerType: 'BUSINESS',
        verificationStatus: 'UNVERIFIED',
      });
    });

    scenario('requires a unique platformCustomerId', async (platform) => {
      const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', platformCustomerId: 'user-1' } as const;
      await orThrow(platform.client.POST('/customers', { body }));
      const client = platform.connect({ expected: { status: 409, example: 'platformCustomerIdTaken' } });
      expect(await refusalOf(client.POST('/customers', { body }))).toMatchObject({ status: 409, code: 'CONFLICT' });
    });

    stateful(
      'has the verification status and the events that the suffix of the name selects',
      async ({ client, webhooks, advance }) => {
        const outcomes = {
          'Ada 001': ['CUSTOMER.KYC_PENDING'],
          'Ada 002': ['CUSTOMER.KYC_REJECTED'],
          'Ada 003': [],
          'Ada 100': ['CUSTOMER.KYC_APPROVED'],
        };
        const statuses: string[] = [];
        for (const [fullName, events] of Object.entries(outcomes)) {
          const customer = await orThrow(client.POST('/customers', { body: { customerType: 'INDIVIDUAL', fullName } }));
          statuses.push(customer.verificationStatus);
          await advance(1_000);
          const types = webhooks.about(customer.id).map(({ event: { type } }) => type);
          expect([fullName, types]).toEqual([fullName, events]);
        }
        expect(statuses).toEqual(['UNVERIFIED', 'REJECTED', 'RESOLVE_ERRORS', 'APPROVED']);
      },
    );

    stateful('is listed until it is deleted, and is deleted once', async ({ client }) => {
      const kept = await registerCustomer(client);
      const customerId = await registerCustomer(client, 'Grace Hopper');
      const deleted = await orThrow(client.DELETE('/customers/{customerId}', { params: { path: { customerId } } }));
      expect(deleted).toMatchObject({ id: customerId, isDeleted: true });
      const again = await refusalOf(client.DELETE('/customers/{customerId}', { params: { path: { customerId } } }));
      expect(again).toMatchObject({ status: 410, code: 'CUSTOMER_DELETED' });
      const listed = async (query: { isIncludingDeleted?: boolean }): Promise<string[]> =>
        (
          await Array.fromAsync(
            listAll((page) => client.GET('/customers', { params: { query: { ...page, ...query, limit: 1 } } })),
          )
        ).map(({ id }) => id);
      expect(await listed({})).toEqual([kept]);
      expect(await listed({ isIncludingDeleted: true })).toEqual([customerId, kept]);
    });

    stateful('requires a unique UMA address', async ({ client }) => {
      const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } as const;
      const { umaAddress } = await orThrow(client.POST('/customers', { body }));
      const taken = await refusalOf(
        client.POST('/customers', { body: { ...body, umaAddress: umaAddress.toUpperCase() } }),
      );
      expect(taken).toMatchObject({ status: 409, code: 'UMA_ADDRESS_EXISTS' });
      const customerId = await registerCustomer(client, 'Grace Hopper');
      const change = { customerType: 'INDIVIDUAL', umaAddress } as const;
      const refusal = await refusalOf(
        client.PATCH('/customers/{customerId}', { params: { path: { customerId } }, body: change }),
      );
      expect(refusal).toMatchObject({ status: 409, code: 'UMA_ADDRESS_EXISTS' });
    });

    stateful('is refused an account in a currency that the platform does not support', async ({ client }) => {
      const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['USD', 'PHP'] } as const;
      expect(await refusalOf(client.POST('/customers', { body }))).toMatchObject({
        status: 400,
        code: 'INVALID_CURRENCY',
      });
      const params = { path: { customerId: await registerCustomer(client) } };
      const change = { customerType: 'INDIVIDUAL', currencies: ['PHP'] } as const;
      expect(await refusalOf(client.PATCH('/customers/{customerId}', { params, body: change }))).toMatchObject({
        status: 400,
        code: 'INVALID_CURRENCY',
      });
    });

    stateful('refuses to change e-mail address and phone number in one request', async ({ client }) => {
      const customerId = await registerCustomer(client);
      const change = (body: { email?: string; phoneNumber?: string }) =>
        client.PATCH('/customers/{customerId}', {
          params: { path: { customerId } },
          body: { customerType: 'INDIVIDUAL', ...body },
        });
      const refusal = await refusalOf(change({ email: 'ada@example.com', phoneNumber: '+14155550100' }));
      expect(refusal).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      expect(refusedFields(refusal).length).toBeGreaterThan(0);
      expect((await change({ email: 'ada@example.com' })).data).toMatchObject({ email: 'ada@example.com' });
    });
  });
}

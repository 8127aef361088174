import { orThrow } from '@payments-platform/client';
import type { CustomerId } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { acceptance } from '../parties/payer.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { Platform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

async function registerEuropean({ client }: Platform): Promise<CustomerId> {
  const body = {
    customerType: 'INDIVIDUAL',
    fullName: 'Emmy Noether',
    region: 'DE',
    email: 'emmy@example.com',
    phoneNumber: '+4915550100200',
    endUserTermsConsent: acceptance,
  } as const;
  return (await orThrow(client.POST('/customers', { body }))).id;
}

export function contactVerificationCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock keeps no proof');

  describe('the verification of a contact channel', () => {
    scenario('sends a code for each channel and confirms it', async (platform) => {
      const { client } = platform;
      const params = { path: { customerId: await registerEuropean(platform) } };
      const body = { code: '123456' };
      expect((await client.POST('/customers/{customerId}/verify-email', { params })).response.status).toBe(204);
      const email = await orThrow(client.POST('/customers/{customerId}/verify-email/confirm', { params, body }));
      expect(email.contactVerification).toEqual({ email: 'VERIFIED', phone: 'PENDING' });
      expect((await client.POST('/customers/{customerId}/verify-phone', { params })).response.status).toBe(204);
      const phone = await orThrow(client.POST('/customers/{customerId}/verify-phone/confirm', { params, body }));
      expect(phone.contactVerification).toEqual({ email: 'VERIFIED', phone: 'VERIFIED' });
    });

    scenario('refuses a wrong code with INVALID_INPUT', async (platform) => {
      const params = { path: { customerId: await registerEuropean(platform) } };
      await platform.client.POST('/customers/{customerId}/verify-email', { params });
      const client = platform.connect({ expected: { status: 400, example: 'wrongCode' } });
      const refusal = await refusalOf(
        client.POST('/customers/{customerId}/verify-email/confirm', { params, body: { code: '000000' } }),
      );
      expect(refusal).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      expect(refusal.fieldErrors).toMatchObject([{ field: 'code' }]);
    });

    stateful('is refused with CONFLICT for a customer in the US', async ({ client }) => {
      const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' } as const;
      const customer = await orThrow(client.POST('/customers', { body }));
      expect(customer).not.toHaveProperty('contactVerification');
      const params = { path: { customerId: customer.id } };
      expect(await refusalOf(client.POST('/customers/{customerId}/verify-email', { params }))).toMatchObject({
        status: 409,
        code: 'CONFLICT',
      });
    });

    stateful('sends at most 5 codes an hour, then returns RATE_LIMITED', async (platform) => {
      const { client } = platform;
      const params = { path: { customerId: await registerEuropean(platform) } };
      for (let sent = 0; sent < 5; sent += 1) await client.POST('/customers/{customerId}/verify-phone', { params });
      expect(await refusalOf(client.POST('/customers/{customerId}/verify-phone', { params }))).toMatchObject({
        status: 429,
        code: 'RATE_LIMITED',
      });
    });
  });
}

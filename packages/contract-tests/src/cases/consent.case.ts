import { orThrow } from '@payments-platform/client';
import type { CustomerId, InternalAccountId } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { acceptance, accountsOf, fund, openPayer } from '../parties/payer.ts';
import { createQuote, executeQuote, quoteRequest } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { Platform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

async function registerWithoutConsent(platform: Platform): Promise<CustomerId> {
  const client = platform.connect({ expected: { status: 201, example: 'consentOutstanding' } });
  const customer = await orThrow(
    client.POST('/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Alan Turing' } }),
  );
  expect(customer).not.toHaveProperty('endUserTermsConsent');
  return customer.id;
}

async function platformAccount({ client }: Platform): Promise<InternalAccountId> {
  const { data } = await orThrow(client.GET('/platform/internal-accounts', { params: { query: { currency: 'USD' } } }));
  const [account] = data;
  if (account === undefined) throw new Error('the platform has no USD account');
  await fund(client, account.id, 100_000);
  return account.id;
}

export function consentCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock records no consent');

  describe('the end user terms', () => {
    scenario('are read with their version and accepted by a customer', async (platform) => {
      const { version, url } = await orThrow(platform.client.GET('/customers/end-user-terms'));
      expect(version).toBe(acceptance.termsVersion);
      expect(url).toMatch(/^https?:/);
      const customerId = await registerWithoutConsent(platform);
      const client = platform.connect({ expected: { status: 200, example: 'consentOnFile' } });
      const body = { customerType: 'INDIVIDUAL', endUserTermsConsent: acceptance } as const;
      const { data: customer } = await client.PATCH('/customers/{customerId}', {
        params: { path: { customerId } },
        body,
      });
      expect(customer).toMatchObject({ id: customerId, endUserTermsConsent: { termsVersion: version } });
    });

    scenario('refuse an unknown version with END_USER_TERMS_VERSION_NOT_FOUND', async (platform) => {
      const client = platform.connect({ expected: { status: 400, example: 'unknownTermsVersion' } });
      const endUserTermsConsent = { ...acceptance, termsVersion: 'V0' };
      const refusal = await refusalOf(
        client.POST('/customers', {
          body: { customerType: 'INDIVIDUAL', fullName: 'Alan Turing', endUserTermsConsent },
        }),
      );
      expect(refusal).toMatchObject({ status: 400, code: 'END_USER_TERMS_VERSION_NOT_FOUND' });
      const params = { path: { customerId: await registerWithoutConsent(platform) } };
      const later = { customerType: 'INDIVIDUAL', endUserTermsConsent } as const;
      expect(await refusalOf(client.PATCH('/customers/{customerId}', { params, body: later }))).toMatchObject({
        status: 400,
        code: 'END_USER_TERMS_VERSION_NOT_FOUND',
      });
    });

    stateful('refuse quotes until they are accepted, and then open the accounts', async (platform) => {
      const { client, webhooks } = platform;
      const customerId = await registerWithoutConsent(platform);
      expect(await accountsOf(platform, customerId)).toHaveProperty('size', 0);
      const pooled = await platformAccount(platform);
      const to = await registerPayee(client, { customerId, currency: 'EUR', suffix: '100' });
      const body = quoteRequest({ from: pooled, to });
      expect(await refusalOf(createQuote(client, body))).toMatchObject({
        status: 403,
        code: 'END_USER_TERMS_NOT_ACCEPTED',
      });

      const consent = { customerType: 'INDIVIDUAL', endUserTermsConsent: acceptance } as const;
      await client.PATCH('/customers/{customerId}', { params: { path: { customerId } }, body: consent });
      const accounts = await accountsOf(platform, customerId);
      expect([...accounts.keys()].sort()).toEqual(['BRL', 'BTC', 'EUR', 'GBP', 'INR', 'MXN', 'USD', 'USDC']);
      const quote = await orThrow(createQuote(client, body));
      await orThrow(executeQuote(client, quote.id));
      await platform.advance(60_000);
      expect(webhooks.about(quote.transactionId).at(-1)?.event.type).toBe('OUTGOING_PAYMENT.COMPLETED');
    });

    stateful('are required of the customer on whose behalf a pooled account pays', async (platform) => {
      const { client } = platform;
      const customerId = await registerWithoutConsent(platform);
      const pooled = await platformAccount(platform);
      const { customerId: otherId } = await openPayer(platform);
      const to = await registerPayee(client, { customerId: otherId, currency: 'EUR', suffix: '100' });
      const body = quoteRequest({ from: pooled, to });
      const onBehalf = { ...body, source: { sourceType: 'ACCOUNT', accountId: pooled, customerId } } as const;
      expect(await refusalOf(createQuote(client, onBehalf))).toMatchObject({
        status: 403,
        code: 'END_USER_TERMS_NOT_ACCEPTED',
      });
      await orThrow(createQuote(client, body));
    });

    stateful(
      'are not required of customers of a regulated platform',
      async (platform) => {
        const customerId = await registerWithoutConsent(platform);
        expect(await accountsOf(platform, customerId)).toHaveProperty('size', 8);
      },
      { isRegulated: true },
    );
  });
}

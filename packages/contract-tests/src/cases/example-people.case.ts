import type { Json } from '@payments-platform/types/spec';
import { describe } from 'vitest';
import { createSoftwareAuthenticator } from '../../../server/test/software-authenticator.ts';
import { call, type ExampleSession, field, newSession, text } from '../examples/example-session.ts';
import type { Target } from '../targets/target.ts';
import { openAda } from './example-payments.case.ts';
import { needsState } from './scenario.ts';

const ada = 'Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70';
const business = 'Customer:0198c0de-7a13-7e67-9b50-3e4d5c6b7081';
const unverified = 'Customer:0198c0de-7a13-7e74-8a4f-2d3c4b5a6f74';
const european = 'Customer:0198c0de-7a13-7e69-9d52-506f7e8d92a3';
const payee = 'ExternalAccount:0198c0de-7a14-7b40-8d3e-000000000014';
const origin = 'https://app.example.com';

async function openEuropean(session: ExampleSession): Promise<string> {
  const { ids, platform } = session;
  const made = await call(session, 'createCustomer', {
    request: 'person',
    fields: {
      region: 'DE',
      platformCustomerId: 'user-4713',
      phoneNumber: '+4915112345678',
      email: 'marie@example.com',
    },
  });
  const customerId = text(made, 'id');
  ids.set(european, customerId);
  const path = { customerId };
  for (const channel of ['Email', 'Phone'] as const) {
    await call(session, `sendCustomer${channel}Verification`, { path });
    await call(session, `confirmCustomer${channel}Verification`, { request: 'code', path });
  }
  await platform.advance(0);
  return customerId;
}

export function examplePeopleCases(target: Target): void {
  const scenario = needsState(target, 'a mock accepts the ids of the examples');

  describe('the requests of the examples', () => {
    scenario(
      'of customers and their verification are accepted',
      async (platform) => {
        const session = newSession(platform);
        const { ids } = session;
        for (const request of ['setWebhook', 'addCurrency', 'setFee'])
          await call(session, 'updatePlatformConfig', { request });
        await call(session, 'updatePlatformConfig', { fields: { webhookEndpoint: platform.webhooks.url } });
        const person = await call(session, 'createCustomer', { request: 'person' });
        const customerId = text(person, 'id');
        ids.set(ada, customerId);
        ids.set(unverified, customerId);
        await call(session, 'updateCustomerById', { request: 'recordConsent', path: { customerId } });
        await call(session, 'createCustomerKycLink', { request: 'withRedirect', path: { customerId } });
        const company = await call(session, 'createCustomer', { request: 'business' });
        const businessId = text(company, 'id');
        ids.set(business, businessId);
        await call(session, 'updateCustomerById', { request: 'newAddress', path: { customerId: businessId } });
        const owner = await call(session, 'createBeneficialOwner', { request: 'owner' });
        await call(session, 'updateBeneficialOwner', {
          request: 'newShare',
          path: { beneficialOwnerId: text(owner, 'id') },
        });
        const passport = await call(session, 'uploadDocument', { request: 'passport' });
        await call(session, 'replaceDocument', {
          request: 'sharperPicture',
          path: { documentId: text(passport, 'id') },
        });
        await call(session, 'uploadDocument', { request: 'certificateOfBusiness' });
        for (const request of ['person', 'business']) await call(session, 'createVerification', { request });
        const job = await call(session, 'uploadCustomersCsv', { request: 'threeCustomers' });
        await platform.advance(60_000);
        await call(session, 'getBulkCustomerImportJob', {
          path: { jobId: text(job, 'jobId') },
        });
        await call(session, 'getCustomerById', { path: { customerId } });
        await call(session, 'getCustomerById', { path: { customerId: businessId } });
        const empty = await call(session, 'createCustomer', {
          fields: { customerType: 'INDIVIDUAL', fullName: 'Emmy Noether' },
        });
        await call(session, 'createVerification', { fields: { customerId: field(empty, 'id') } });
        const broken = await call(session, 'uploadCustomersCsv', {
          request: 'threeCustomers',
          fields: { file: 'name' },
        });
        await platform.advance(60_000);
        await call(session, 'getBulkCustomerImportJob', { path: { jobId: text(broken, 'jobId') } });
        await openEuropean(session);
      },
      { skipsVerificationPaperwork: false },
    );

    scenario('of strong authentication are accepted, or refused for a proof of another device', async (platform) => {
      const session = newSession(platform);
      const { ids } = session;
      const customerId = await openEuropean(session);
      const query = { customerId };
      const made = await call(session, 'createCustomerExternalAccount', {
        request: 'euroAccount',
        fields: { customerId },
      });
      const externalAccountId = text(made, 'id');
      ids.set(payee, externalAccountId);
      await call(session, 'listScaFactors', { query });
      const start = await call(session, 'startScaLogin', { request: 'textMessage', query });
      await call(session, 'completeScaLogin', {
        request: 'textMessage',
        query,
        fields: { challengeId: field(start, 'challengeId') },
      });
      const app = await call(session, 'startScaFactorEnrollment', { request: 'authenticatorApp', query });
      await call(session, 'confirmScaFactorEnrollment', {
        request: 'authenticatorApp',
        query,
        fields: { secret: field(app, 'secret') },
      });
      const accounts = await call(session, 'listCustomerInternalAccounts', { query: { customerId, currency: 'USD' } });
      const accountId = text(accounts, 'data', '0', 'id');
      await call(session, 'sandboxFundInternalAccount', { request: 'fund', path: { accountId } });
      const source = { sourceType: 'ACCOUNT', accountId };
      const destination = { destinationType: 'ACCOUNT', accountId: externalAccountId };
      const priced = await call(session, 'createQuote', {
        request: 'acrossCurrencies',
        fields: { source, destination },
      });
      await call(session, 'executeQuote', { request: 'chosenFactor', path: { quoteId: text(priced, 'id') } });
      const scaConfig = { relyingPartyId: 'example.com', displayName: 'Example Pay', allowedOrigins: [origin] };
      await call(session, 'updatePlatformConfig', { fields: { scaConfig } });
      const device = createSoftwareAuthenticator();
      const prove = (options: Json): Json => device.get(options as never, origin) as Json;
      const started = await call(session, 'startScaFactorEnrollment', { request: 'passkey', query });
      const credential = device.create(field(started, 'options') as never, origin) as Json;
      await call(session, 'confirmScaFactorEnrollment', { request: 'passkey', query, fields: { credential } });
      await call(session, 'listScaFactors', { query });
      const login = await call(session, 'startScaLogin', { request: 'passkey', query });
      const passkeyAssertion = prove(field(login, 'passkeyOptions'));
      await call(session, 'completeScaLogin', { request: 'passkey', query, fields: { passkeyAssertion } });
      await call(session, 'startScaLogin', { query, fields: { factor: 'TOTP' } });
      for (const request of ['code', 'passkey']) {
        const quote = await call(session, 'createQuote', {
          request: 'realtimeFunding',
          fields: { scaFactor: request === 'code' ? 'SMS_OTP' : 'PASSKEY' },
        });
        const path = { quoteId: text(quote, 'id') };
        for (let waiting = quote; field(waiting, 'status') === 'PENDING_AUTHORIZATION'; ) {
          const options = field(waiting, 'scaChallenge', 'passkeyAssertionOptions');
          const fields = request === 'code' ? {} : { passkeyAssertion: prove(options) };
          waiting = await call(session, 'authorizeQuote', { request, path, fields });
        }
        await call(session, 'sandboxSend', {
          request: request === 'code' ? 'asQuoted' : 'otherAmount',
          fields: { quoteId: text(quote, 'id') },
        });
      }
      await platform.advance(60_000);
      for (const request of ['code', 'passkey']) {
        for (const way of ['Trust', 'Untrust'] as const) {
          const wish = { factor: request === 'code' ? 'SMS_OTP' : 'PASSKEY' };
          const challenge = await call(session, `startBeneficiary${way}`, {
            path: { externalAccountId },
            fields: wish,
          });
          const options = field(challenge, 'scaChallenge', 'passkeyAssertionOptions');
          const fields = {
            challengeId: field(challenge, 'scaChallenge', 'id'),
            ...(request === 'passkey' && { passkeyAssertion: prove(options) }),
          };
          await call(session, `confirmBeneficiary${way}`, { request, path: { externalAccountId }, fields });
          await call(session, `startBeneficiary${way}`, { path: { externalAccountId } });
        }
      }
      for (const request of ['authenticatorApp', 'phone']) {
        const reset = await call(session, 'startTwoFactorReset', { request, query });
        const resetPath = { resetId: text(reset, 'resetId') };
        await call(session, 'getTwoFactorResetStatus', { query, path: resetPath });
        await fetch(text(reset, 'verificationLink'), {
          method: 'POST',
          body: new URLSearchParams({ outcome: 'APPROVE' }),
        });
        await platform.advance(2_000);
        await call(session, 'getTwoFactorResetStatus', { query, path: resetPath });
        await call(session, 'completeTwoFactorReset', { request, query, path: resetPath });
        await call(session, 'getTwoFactorResetStatus', { query, path: resetPath });
      }
      for (const request of [
        'failedLogin',
        'failedLogin',
        'failedLogin',
        'failedLogin',
        'failedLogin',
        'passwordReset',
      ])
        await call(session, 'recordSecurityEvent', { request, query });
    });

    scenario('of self-custody wallets, invitations and tokens are accepted', async (platform) => {
      const session = newSession(platform);
      const customerId = await openEuropean(session);
      const made = await call(session, 'createCustomerExternalAccount', {
        request: 'solanaWallet',
        fields: { customerId },
      });
      const path = { externalAccountId: text(made, 'id') };
      await call(session, 'createExternalAccountOwnershipChallenge', { request: 'livenessCheck', path });
      await call(session, 'createExternalAccountOwnershipChallenge', { request: 'signature', path });
      await call(session, 'verifyExternalAccountOwnership', { request: 'signature', path, refusal: 'INVALID_INPUT' });
      await call(session, 'createPlatformExternalAccount', { request: 'dollarAccount' });
      await openAda(session);
      const { umaAddress } = (await call(session, 'getCustomerById', {
        path: { customerId: session.ids.get(ada) ?? '' },
      })) as { umaAddress: string };
      const invitation = await call(session, 'createInvitation', {
        request: 'withPromise',
        fields: { inviterUma: umaAddress },
      });
      const invited = await call(session, 'getCustomerById', { path: { customerId } });
      await call(session, 'claimInvitation', {
        request: 'claim',
        path: { invitationCode: text(invitation, 'code') },
        fields: { inviteeUma: field(invited, 'umaAddress') },
      });
      const another = await call(session, 'createInvitation', {
        request: 'withPromise',
        fields: { inviterUma: umaAddress },
      });
      await call(session, 'cancelInvitation', { path: { invitationCode: text(another, 'code') } });
      const rejected = await call(session, 'createCustomer', {
        request: 'business',
        fields: {
          businessInfo: {
            legalName: 'Difference Engines LLC',
            country: 'US',
            registrationNumber: '5523002',
            incorporatedOn: '2019-05-04',
            taxId: '12-3456789',
          },
        },
      });
      await call(session, 'createVerification', { fields: { customerId: field(rejected, 'id') } });
      await platform.advance(60_000);
      await call(session, 'createToken', { request: 'payoutWorker' });
      const platformWallet = await call(session, 'createPlatformExternalAccount', {
        request: 'dollarAccount',
        fields: {
          currency: 'USDC',
          platformAccountId: 'w',
          accountInfo: { accountType: 'SOLANA_WALLET', address: '7STwc5EpDG9Uem8idRMBvGH5FNufFAUNqRCL4rsMuKzg' },
        },
      });
      const platformPath = { externalAccountId: text(platformWallet, 'id') };
      for (const request of ['livenessCheck', 'signature'])
        await call(session, 'createPlatformExternalAccountOwnershipChallenge', { request, path: platformPath });
      await call(session, 'verifyPlatformExternalAccountOwnership', {
        request: 'signature',
        path: platformPath,
        refusal: 'INVALID_INPUT',
      });
    });
  });
}

import type { Json } from '@payments-platform/types/spec';
import { describe } from 'vitest';
import { createSoftwareAuthenticator } from '../../../server/test/software-authenticator.ts';
import { field, newStory, play, type Story } from '../examples/story.ts';
import type { Target } from '../targets/target.ts';
import { openAda } from './example-payments.case.ts';
import { needsState } from './scenario.ts';

const ada = 'Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70';
const business = 'Customer:0198c0de-7a13-7e67-9b50-3e4d5c6b7081';
const unverified = 'Customer:0198c0de-7a13-7e74-8a4f-2d3c4b5a6f74';
const european = 'Customer:0198c0de-7a13-7e69-9d52-506f7e8d92a3';
const payee = 'ExternalAccount:0198c0de-7a14-7b40-8d3e-000000000014';
const origin = 'https://app.example.com';

async function openEuropean(story: Story): Promise<string> {
  const { cast, platform } = story;
  const made = await play(story, 'createCustomer', {
    request: 'person',
    fields: {
      region: 'DE',
      platformCustomerId: 'user-4713',
      phoneNumber: '+4915112345678',
      email: 'marie@example.com',
    },
  });
  const customerId = String(field(made, 'id'));
  cast.set(european, customerId);
  const path = { customerId };
  for (const channel of ['Email', 'Phone'] as const) {
    await play(story, `sendCustomer${channel}Verification`, { path });
    await play(story, `confirmCustomer${channel}Verification`, { request: 'code', path });
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
        const story = newStory(platform);
        const { cast } = story;
        for (const request of ['setWebhook', 'addCurrency', 'setFee'])
          await play(story, 'updatePlatformConfig', { request });
        await play(story, 'updatePlatformConfig', { fields: { webhookEndpoint: platform.webhooks.url } });
        const person = await play(story, 'createCustomer', { request: 'person' });
        const customerId = String(field(person, 'id'));
        cast.set(ada, customerId);
        cast.set(unverified, customerId);
        await play(story, 'updateCustomerById', { request: 'recordConsent', path: { customerId } });
        await play(story, 'createCustomerKycLink', { request: 'withRedirect', path: { customerId } });
        const company = await play(story, 'createCustomer', { request: 'business' });
        const businessId = String(field(company, 'id'));
        cast.set(business, businessId);
        await play(story, 'updateCustomerById', { request: 'newAddress', path: { customerId: businessId } });
        const owner = await play(story, 'createBeneficialOwner', { request: 'owner' });
        await play(story, 'updateBeneficialOwner', {
          request: 'newShare',
          path: { beneficialOwnerId: String(field(owner, 'id')) },
        });
        const passport = await play(story, 'uploadDocument', { request: 'passport' });
        await play(story, 'replaceDocument', {
          request: 'sharperPicture',
          path: { documentId: String(field(passport, 'id')) },
        });
        await play(story, 'uploadDocument', { request: 'certificateOfBusiness' });
        for (const request of ['person', 'business']) await play(story, 'createVerification', { request });
        const job = await play(story, 'uploadCustomersCsv', { request: 'threeCustomers' });
        await platform.advance(60_000);
        await play(story, 'getBulkCustomerImportJob', {
          path: { jobId: String(field(job, 'jobId') ?? field(job, 'id')) },
        });
        await play(story, 'getCustomerById', { path: { customerId } });
        await play(story, 'getCustomerById', { path: { customerId: businessId } });
        const empty = await play(story, 'createCustomer', {
          fields: { customerType: 'INDIVIDUAL', fullName: 'Emmy Noether' },
        });
        await play(story, 'createVerification', { fields: { customerId: field(empty, 'id') } });
        const broken = await play(story, 'uploadCustomersCsv', { request: 'threeCustomers', fields: { file: 'name' } });
        await platform.advance(60_000);
        await play(story, 'getBulkCustomerImportJob', { path: { jobId: String(field(broken, 'jobId')) } });
        await openEuropean(story);
      },
      { skipsVerificationPaperwork: false },
    );

    scenario('of strong authentication are accepted, or refused for a proof of another device', async (platform) => {
      const story = newStory(platform);
      const { cast } = story;
      const customerId = await openEuropean(story);
      const query = { customerId };
      const made = await play(story, 'createCustomerExternalAccount', {
        request: 'euroAccount',
        fields: { customerId },
      });
      const externalAccountId = String(field(made, 'id'));
      cast.set(payee, externalAccountId);
      await play(story, 'listScaFactors', { query });
      const start = await play(story, 'startScaLogin', { request: 'textMessage', query });
      await play(story, 'completeScaLogin', {
        request: 'textMessage',
        query,
        fields: { challengeId: field(start, 'challengeId') },
      });
      const app = await play(story, 'startScaFactorEnrollment', { request: 'authenticatorApp', query });
      await play(story, 'confirmScaFactorEnrollment', {
        request: 'authenticatorApp',
        query,
        fields: { secret: field(app, 'secret') },
      });
      const accounts = await play(story, 'listCustomerInternalAccounts', { query: { customerId, currency: 'USD' } });
      const accountId = String(field(accounts, 'data', '0', 'id'));
      await play(story, 'sandboxFundInternalAccount', { request: 'fund', path: { accountId } });
      const source = { sourceType: 'ACCOUNT', accountId };
      const destination = { destinationType: 'ACCOUNT', accountId: externalAccountId };
      const priced = await play(story, 'createQuote', { request: 'acrossCurrencies', fields: { source, destination } });
      await play(story, 'executeQuote', { request: 'chosenFactor', path: { quoteId: String(field(priced, 'id')) } });
      const scaConfig = { relyingPartyId: 'example.com', displayName: 'Example Pay', allowedOrigins: [origin] };
      await play(story, 'updatePlatformConfig', { fields: { scaConfig } });
      const device = createSoftwareAuthenticator();
      const prove = (options: Json): Json => device.get(options as never, origin) as Json;
      const started = await play(story, 'startScaFactorEnrollment', { request: 'passkey', query });
      const credential = device.create(field(started, 'options') as never, origin) as Json;
      await play(story, 'confirmScaFactorEnrollment', { request: 'passkey', query, fields: { credential } });
      await play(story, 'listScaFactors', { query });
      const login = await play(story, 'startScaLogin', { request: 'passkey', query });
      const passkeyAssertion = prove(field(login, 'passkeyOptions'));
      await play(story, 'completeScaLogin', { request: 'passkey', query, fields: { passkeyAssertion } });
      await play(story, 'startScaLogin', { query, fields: { factor: 'TOTP' } });
      for (const request of ['code', 'passkey']) {
        const quote = await play(story, 'createQuote', {
          request: 'realtimeFunding',
          fields: { scaFactor: request === 'code' ? 'SMS_OTP' : 'PASSKEY' },
        });
        const path = { quoteId: String(field(quote, 'id')) };
        for (let waiting = quote; field(waiting, 'status') === 'PENDING_AUTHORIZATION'; ) {
          const options = field(waiting, 'scaChallenge', 'passkeyAssertionOptions');
          const fields = request === 'code' ? {} : { passkeyAssertion: prove(options) };
          waiting = await play(story, 'authorizeQuote', { request, path, fields });
        }
        await play(story, 'sandboxSend', {
          request: request === 'code' ? 'asQuoted' : 'otherAmount',
          fields: { quoteId: String(field(quote, 'id')) },
        });
      }
      await platform.advance(60_000);
      for (const request of ['code', 'passkey']) {
        for (const way of ['Trust', 'Untrust'] as const) {
          const wish = { factor: request === 'code' ? 'SMS_OTP' : 'PASSKEY' };
          const challenge = await play(story, `startBeneficiary${way}`, { path: { externalAccountId }, fields: wish });
          const options = field(challenge, 'scaChallenge', 'passkeyAssertionOptions');
          const fields = {
            challengeId: field(challenge, 'scaChallenge', 'id'),
            ...(request === 'passkey' && { passkeyAssertion: prove(options) }),
          };
          await play(story, `confirmBeneficiary${way}`, { request, path: { externalAccountId }, fields });
          await play(story, `startBeneficiary${way}`, { path: { externalAccountId } });
        }
      }
      for (const request of ['authenticatorApp', 'phone']) {
        const reset = await play(story, 'startTwoFactorReset', { request, query });
        const resetPath = { resetId: String(field(reset, 'resetId')) };
        await play(story, 'getTwoFactorResetStatus', { query, path: resetPath });
        await fetch(String(field(reset, 'verificationLink')), {
          method: 'POST',
          body: new URLSearchParams({ outcome: 'APPROVE' }),
        });
        await platform.advance(2_000);
        await play(story, 'getTwoFactorResetStatus', { query, path: resetPath });
        await play(story, 'completeTwoFactorReset', { request, query, path: resetPath });
        await play(story, 'getTwoFactorResetStatus', { query, path: resetPath });
      }
      for (const request of [
        'failedLogin',
        'failedLogin',
        'failedLogin',
        'failedLogin',
        'failedLogin',
        'passwordReset',
      ])
        await play(story, 'recordSecurityEvent', { request, query });
    });

    scenario('of self-custody wallets, invitations and tokens are accepted', async (platform) => {
      const story = newStory(platform);
      const customerId = await openEuropean(story);
      const made = await play(story, 'createCustomerExternalAccount', {
        request: 'solanaWallet',
        fields: { customerId },
      });
      const path = { externalAccountId: String(field(made, 'id')) };
      await play(story, 'createExternalAccountOwnershipChallenge', { request: 'livenessCheck', path });
      await play(story, 'createExternalAccountOwnershipChallenge', { request: 'signature', path });
      await play(story, 'verifyExternalAccountOwnership', { request: 'signature', path, refusal: 'INVALID_INPUT' });
      await play(story, 'createPlatformExternalAccount', { request: 'dollarAccount' });
      await openAda(story);
      const { umaAddress } = (await play(story, 'getCustomerById', {
        path: { customerId: story.cast.get(ada) ?? '' },
      })) as { umaAddress: string };
      const invitation = await play(story, 'createInvitation', {
        request: 'withPromise',
        fields: { inviterUma: umaAddress },
      });
      const invited = await play(story, 'getCustomerById', { path: { customerId } });
      await play(story, 'claimInvitation', {
        request: 'claim',
        path: { invitationCode: String(field(invitation, 'code')) },
        fields: { inviteeUma: field(invited, 'umaAddress') },
      });
      const another = await play(story, 'createInvitation', {
        request: 'withPromise',
        fields: { inviterUma: umaAddress },
      });
      await play(story, 'cancelInvitation', { path: { invitationCode: String(field(another, 'code')) } });
      const rejected = await play(story, 'createCustomer', {
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
      await play(story, 'createVerification', { fields: { customerId: field(rejected, 'id') } });
      await platform.advance(60_000);
      await play(story, 'createToken', { request: 'payoutWorker' });
      const platformWallet = await play(story, 'createPlatformExternalAccount', {
        request: 'dollarAccount',
        fields: {
          currency: 'USDC',
          platformAccountId: 'w',
          accountInfo: { accountType: 'SOLANA_WALLET', address: '7STwc5EpDG9Uem8idRMBvGH5FNufFAUNqRCL4rsMuKzg' },
        },
      });
      const platformPath = { externalAccountId: String(field(platformWallet, 'id')) };
      for (const request of ['livenessCheck', 'signature'])
        await play(story, 'createPlatformExternalAccountOwnershipChallenge', { request, path: platformPath });
      await play(story, 'verifyPlatformExternalAccountOwnership', {
        request: 'signature',
        path: platformPath,
        refusal: 'INVALID_INPUT',
      });
    });
  });
}

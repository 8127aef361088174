import type { OperationId } from '@payments-platform/types';
import type { Json } from '@payments-platform/types/spec';
import { describe } from 'vitest';
import { identityToken } from '../../../server/test/identity-tokens.ts';
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from '../../../server/test/software-authenticator.ts';
import { type CallOptions, call, type ExampleSession, field, newSession, text } from '../examples/example-session.ts';
import { readEverything } from '../examples/read-everything.ts';
import { enable, openTreasury, registerBank, registerSparkWallet } from '../parties/stablecoin-issue.ts';
import { openSignedIn } from '../parties/wallet.ts';
import type { Target } from '../targets/target.ts';
import { openAda } from './example-payments.case.ts';
import { needsState } from './scenario.ts';

const ada = 'Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70';
const dollars = 'InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c';
const walletAccount = 'InternalAccount:0198c0de-7a11-7d0b-9031-7e8f90123456';
const purchase = 'CardTransaction:0198c0de-7a26-7c1f-9e07-a1b2c3d4e5f6';

const origin = 'https://pay.example.com';

/** Another passkey than that of the example, since the device must also prove it. */
function registration(device: SoftwareAuthenticator): Readonly<Record<string, Json>> {
  const challenge = Buffer.from('a challenge of the platform').toString('base64url');
  const { id, response } = device.create({ challenge, rp: { id: 'example.com' } }, origin);
  const { clientDataJSON, attestationObject } = Object(response);
  return {
    challenge,
    attestation: { credentialId: String(id), clientDataJson: clientDataJSON, attestationObject, transports: [] },
  };
}

function assertionOf(device: SoftwareAuthenticator, text: string): Json {
  const challenge = Buffer.from(text).toString('base64url');
  const { id, response } = device.get({ challenge, rpId: 'example.com' }, origin);
  const { clientDataJSON, authenticatorData, signature } = Object(response);
  return { credentialId: String(id), clientDataJson: clientDataJSON, authenticatorData, signature, userHandle: null };
}

async function buy(session: ExampleSession, id: string, request = 'approved'): Promise<void> {
  await call(session, 'sandboxSimulateCardAuthorization', { request, path: { id } });
  await session.platform.advance(2_000);
  const page = await call(session, 'listTransactions', { query: { type: 'CARD', cardId: id } });
  session.ids.set(purchase, text(page, 'data', '0', 'id'));
}

export function exampleSandboxCases(target: Target): void {
  const scenario = needsState(target, 'a mock accepts the ids of the examples');

  describe('the requests of the examples', () => {
    scenario('of cards are accepted', async (platform) => {
      const session = newSession(platform);
      const supportedCurrencies = ['USD', 'EUR', 'USDC', 'USDB'].map((currencyCode) => ({
        currencyCode,
        minAmount: 1,
        maxAmount: 1_000_000_000,
        requiredCounterpartyFields: [],
      }));
      await call(session, 'updatePlatformConfig', { fields: { supportedCurrencies } });
      await openAda(session);
      await call(session, 'listCards');
      await call(session, 'createCard', { request: 'fewestFields' });
      const card = await call(session, 'createCard', { request: 'withLimit' });
      await platform.advance(0);
      const id = text(card, 'id');
      const path = { id };
      await call(session, 'sandboxSimulateCardBalanceInquiry', { request: 'cashMachine', path });
      await buy(session, id, 'declined');
      await buy(session, id, 'moneyNotTaken');
      await buy(session, id);
      await call(session, 'sandboxSimulateCardAuthorizationAdvice', { request: 'raised', path });
      await call(session, 'sandboxSimulateCardAuthorizationReversal', { request: 'calledOff', path });
      for (const request of ['whole', 'withTip', 'expiry']) {
        await buy(session, id);
        await call(session, 'sandboxSimulateCardClearing', { request, path });
        await platform.advance(2_000);
      }
      await buy(session, id);
      await call(session, 'sandboxSimulateCardClearing', { request: 'whole', path });
      await platform.advance(2_000);
      await call(session, 'sandboxSimulateCardReturn', { request: 'part', path });
      await call(session, 'sandboxSimulateCardCreditAuthorization', { request: 'refund', path });
      await call(session, 'sandboxSimulateCardCreditAuthorizationAdvice', { request: 'refund', path });
      await call(session, 'sandboxSimulateCardFinancialCreditAuthorization', { request: 'refund', path });
      for (const request of ['approved', 'declined'])
        await call(session, 'sandboxSimulateCardFinancialAuthorization', { request, path });
      const customerId = session.ids.get(ada) ?? '';
      const wallets = await call(session, 'listCustomerInternalAccounts', { query: { customerId, currency: 'USDB' } });
      session.ids.set(walletAccount, text(wallets, 'data', '0', 'id'));
      for (const request of ['withoutLimit', 'payFromWallet', 'freeze', 'close'])
        await call(session, 'updateCardById', { request, path });
    });

    scenario('of stablecoins are accepted', async (platform) => {
      const session = newSession(platform);
      const { ids } = session;
      await call(session, 'linkStablecoinProviderAccount', { request: 'credentials' });
      const token = await call(session, 'registerStablecoin', { request: 'onlyLink' });
      await platform.advance(60_000);
      const path = { stablecoinId: text(token, 'id') };
      ids.set('ExternalAccount:0198c0de-7a14-7b40-8d3e-0000000000d1', await registerSparkWallet(platform.client));
      ids.set('ExternalAccount:0198c0de-7a14-7b40-8d3e-0000000000d2', await registerBank(platform.client));
      ids.set(dollars, await openTreasury(platform.client, 1_000_000));
      for (const request of ['byWire', 'byDebit']) {
        const made = await call(session, 'createStablecoinMint', { request, path });
        if (request === 'byWire')
          await call(session, 'sandboxFundStablecoinOperation', {
            request: 'everything',
            path: { stablecoinOperationId: text(made, 'id') },
          });
      }
      const again = await call(session, 'createStablecoinMint', { request: 'byWire', path });
      await call(session, 'sandboxFundStablecoinOperation', {
        request: 'tooLittle',
        path: { stablecoinOperationId: text(again, 'id') },
      });
      await call(session, 'listStablecoinOperations', { path });
      await enable(platform, path.stablecoinId as never);
      await call(session, 'createStablecoinMint', { request: 'fromInternalAccount', path });
      await call(session, 'createStablecoinBurn', { request: 'paidOutAtOnce', path });
    });

    scenario('of agents are accepted', async (platform) => {
      const session = newSession(platform);
      await openAda(session);
      const made = await call(session, 'createAgent', { request: 'billPayer', answer: 'created' });
      const code = text(made, 'deviceCode', 'code');
      const connected = await call(session, 'redeemAgentDeviceCode', { path: { code } });
      const headers = { authorization: `Bearer ${text(connected, 'accessToken')}` };
      await call(session, 'agentCreateExternalAccount', {
        request: 'euroAccount',
        headers,
        refusal: 'DUPLICATE_EXTERNAL_ACCOUNT',
      });
      const quote = await call(session, 'agentCreateQuote', { request: 'bill', headers });
      const action = await call(session, 'agentExecuteQuote', { path: { quoteId: text(quote, 'id') }, headers });
      const agentId = text(made, 'agent', 'id');
      await call(session, 'rejectAgentAction', {
        request: 'withReason',
        path: { agentId, actionId: text(action, 'id') },
      });
      await call(session, 'agentCreateTransferOut', { request: 'payOut', headers });
      await call(session, 'agentCreateTransferIn', { request: 'bringIn', headers });
      await platform.advance(60_000);
      await call(session, 'updateAgentPolicy', { request: 'stricter', path: { agentId } });
      await call(session, 'updateAgent', { request: 'pause', path: { agentId } });
    });

    scenario('of the sandbox are accepted', async (platform) => {
      const session = newSession(platform);
      const { ids } = session;
      await openAda(session);
      const customerId = ids.get(ada) ?? '';
      await call(session, 'estimateCryptoWithdrawalFee', { request: 'solana' });
      await call(session, 'sandboxDeposit', { request: 'toWallet' });
      const page = await call(session, 'listCustomerInternalAccounts', { query: { customerId, currency: 'USD' } });
      const reference = field(page, 'data', '0', 'fundingPaymentInstructions', '0', 'accountOrWalletInfo', 'reference');
      await call(session, 'sandboxDeposit', { request: 'byReference', fields: { reference } });
      await call(session, 'createTransferIn', { request: 'pull' });
      await call(session, 'createTransferOut', { request: 'pay' });
      for (const request of ['withReason', 'withoutReason']) {
        const paid = await call(session, 'createTransferOut', { request: 'pay' });
        await call(session, 'cancelTransaction', { request, path: { transactionId: text(paid, 'id') } });
      }
      const customer = await call(session, 'getCustomerById', { path: { customerId } });
      for (const request of ['toCustomer', 'toAddress']) {
        const fields = request === 'toAddress' ? { receiverUmaAddress: field(customer, 'umaAddress') } : {};
        const received = await call(session, 'sandboxReceive', { request, fields });
        const path = { transactionId: text(received, 'id') };
        if (request === 'toAddress') await call(session, 'rejectPendingPayment', { request: 'withReason', path });
        else await call(session, 'approvePendingPayment', { request: 'nationality', path });
      }
      await call(session, 'triggerSandboxEvent', { request: 'failedPayment' });
      await call(session, 'createSandboxFixture', { request: 'firstPayment' });
      await call(session, 'resendEvents', { request: 'missedInADay' });
      for (const request of ['freeze', 'scale']) await call(session, 'updateSandboxClock', { request });
      await call(session, 'advanceSandboxClock', { request: 'twoDays' });
      await call(session, 'createSandboxWorld', { request: 'plain' });
      const world = await call(session, 'createSandboxWorld', { request: 'frozen' });
      const worldId = text(world, 'id');
      await call(session, 'forkSandboxWorld', { request: 'otherOutcome', path: { worldId } });
      await call(session, 'deleteSandboxWorldById', { path: { worldId } });
      await call(session, 'getSandboxWorldById', { path: { worldId } });
      const poor = await call(session, 'createQuote', {
        request: 'inOneRequest',
        fields: { lockedCurrencyAmount: 90_000_000 },
        refusal: 'INSUFFICIENT_FUNDS',
      });
      await platform.advance(0);
      await call(session, 'listRequests');
      await call(session, 'getRequestById', { path: { requestId: text(poor, 'requestId') } });
      await call(session, 'sandboxSetInternalAccountStatus', {
        request: 'freeze',
        path: { accountId: ids.get(dollars) ?? '' },
      });
      await call(session, 'forkSandbox', { request: 'otherOutcome' });
    });

    scenario('leave every resource in a state that can be read', async (platform) => {
      const session = newSession(platform);
      await call(session, 'createSandboxFixture', { fields: { name: 'EVERYTHING', advancesClock: true } });
      await call(session, 'sendTestWebhook');
      await platform.advance(0);
      await readEverything(platform);
    });

    scenario(
      'of embedded wallets ask for a signature, or are refused for a proof of another device',
      async (platform) => {
        const session = newSession(platform);
        const { ids } = session;
        const { accountId, credentialId, customerId, key } = await openSignedIn(platform);

        ids.set(walletAccount, accountId);
        const signed = async (operationId: OperationId, options: CallOptions): Promise<Json> => {
          const asked = await call(session, operationId, options);
          const signature = await key.stamp(text(asked, 'payloadToSign'));
          const headers = { 'Service-Wallet-Signature': signature, 'Request-Id': text(asked, 'requestId') };
          return call(session, operationId, { ...options, headers });
        };
        const device = createSoftwareAuthenticator();
        await signed('createAuthCredential', { request: 'passkey' });
        const added = await signed('createAuthCredential', { request: 'passkey', fields: registration(device) });
        await signed('createAuthCredential', { request: 'textMessage' });
        const oidcToken = identityToken(new Date(platform.now()).toISOString());
        await signed('createAuthCredential', { request: 'provider', fields: { oidcToken } });
        await call(session, 'createAuthCredential', {
          request: 'email',
          refusal: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
        });
        await call(session, 'listAuthCredentials', { query: { accountId } });
        const passkey = { id: text(added, 'id') };
        const asked = await call(session, 'challengeAuthCredential', { request: 'passkey', path: passkey });
        const proof = {
          fields: { assertion: assertionOf(device, text(asked, 'challenge')) },
          headers: { 'Request-Id': text(asked, 'requestId') },
        };
        await call(session, 'verifyAuthCredential', { request: 'passkey', path: passkey, ...proof });
        const path = { id: credentialId };
        await call(session, 'verifyAuthCredential', { request: 'codeByEmail', path, refusal: 'UNAUTHORIZED' });
        await call(session, 'verifyAuthCredential', { request: 'provider', path, refusal: 'INVALID_INPUT' });
        const card = await call(session, 'createCard', {
          request: 'fewestFields',
          fields: { cardholderId: customerId, fundingSources: [accountId] },
        });
        await platform.advance(0);
        const cardId = field(card, 'id');
        await call(session, 'createDelegatedKey', { request: 'cardOfCustomer', fields: { cardId } });
        await signed('updateInternalAccount', { request: 'hideBalance', path: { id: accountId } });
        await signed('exportInternalAccount', { request: 'deviceKey', path: { id: accountId } });
        const sessions = await call(session, 'listAuthSessions', { query: { accountId } });
        await signed('refreshAuthSession', {
          request: 'nextKey',
          path: { id: text(sessions, 'data', '1', 'id') },
        });
      },
    );
  });
}

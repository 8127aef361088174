import type { OperationId } from '@payments-platform/types';
import type { Json } from '@payments-platform/types/spec';
import { describe } from 'vitest';
import { identityToken } from '../../../server/test/identity-tokens.ts';
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from '../../../server/test/software-authenticator.ts';
import { readEverything } from '../examples/read-everything.ts';
import { field, type Line, newStory, play, type Story } from '../examples/story.ts';
import {
  enable,
  linkIssuer,
  openTreasury,
  registerBank,
  registerSparkWallet,
  registerToken,
} from '../parties/stablecoin-issue.ts';
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

async function buy(story: Story, id: string, request = 'approved'): Promise<void> {
  const made = await play(story, 'sandboxSimulateCardAuthorization', { request, path: { id } });
  await story.platform.advance(2_000);
  const page = await play(story, 'listTransactions', { query: { type: 'CARD', cardId: id } });
  story.cast.set(purchase, String(field(page, 'data', '0', 'cardTransactionId') ?? field(page, 'data', '0', 'id')));
  void made;
}

export function exampleSandboxCases(target: Target): void {
  const scenario = needsState(target, 'a mock accepts the ids of the examples');

  describe('the requests of the examples', () => {
    scenario('of cards are accepted', async (platform) => {
      const story = newStory(platform);
      const supportedCurrencies = ['USD', 'EUR', 'USDC', 'USDB'].map((currencyCode) => ({
        currencyCode,
        minAmount: 1,
        maxAmount: 1_000_000_000,
        requiredCounterpartyFields: [],
      }));
      await play(story, 'updatePlatformConfig', { fields: { supportedCurrencies } });
      await openAda(story);
      await play(story, 'listCards');
      await play(story, 'createCard', { request: 'fewestFields' });
      const card = await play(story, 'createCard', { request: 'withLimit' });
      await platform.advance(0);
      const id = String(field(card, 'id'));
      const path = { id };
      await play(story, 'sandboxSimulateCardBalanceInquiry', { request: 'cashMachine', path });
      await buy(story, id, 'declined');
      await buy(story, id, 'moneyNotTaken');
      await buy(story, id);
      await play(story, 'sandboxSimulateCardAuthorizationAdvice', { request: 'raised', path });
      await play(story, 'sandboxSimulateCardAuthorizationReversal', { request: 'calledOff', path });
      for (const request of ['whole', 'withTip', 'expiry']) {
        await buy(story, id);
        await play(story, 'sandboxSimulateCardClearing', { request, path });
        await platform.advance(2_000);
      }
      await buy(story, id);
      await play(story, 'sandboxSimulateCardClearing', { request: 'whole', path });
      await platform.advance(2_000);
      await play(story, 'sandboxSimulateCardReturn', { request: 'part', path });
      await play(story, 'sandboxSimulateCardCreditAuthorization', { request: 'refund', path });
      await play(story, 'sandboxSimulateCardCreditAuthorizationAdvice', { request: 'refund', path });
      await play(story, 'sandboxSimulateCardFinancialCreditAuthorization', { request: 'refund', path });
      for (const request of ['approved', 'declined'])
        await play(story, 'sandboxSimulateCardFinancialAuthorization', { request, path });
      const customerId = story.cast.get(ada) ?? '';
      const wallets = await play(story, 'listCustomerInternalAccounts', { query: { customerId, currency: 'USDB' } });
      story.cast.set(walletAccount, String(field(wallets, 'data', '0', 'id')));
      for (const request of ['withoutLimit', 'payFromWallet', 'freeze', 'close'])
        await play(story, 'updateCardById', { request, path });
    });

    scenario('of stablecoins are accepted', async (platform) => {
      const story = newStory(platform);
      const { cast } = story;
      await play(story, 'linkStablecoinProviderAccount', { request: 'credentials' });
      const token = await play(story, 'registerStablecoin', { request: 'onlyLink' });
      await platform.advance(60_000);
      const path = { stablecoinId: String(field(token, 'id')) };
      cast.set('ExternalAccount:0198c0de-7a14-7b40-8d3e-0000000000d1', await registerSparkWallet(platform.client));
      cast.set('ExternalAccount:0198c0de-7a14-7b40-8d3e-0000000000d2', await registerBank(platform.client));
      cast.set(dollars, await openTreasury(platform.client, 1_000_000));
      for (const request of ['byWire', 'byDebit']) {
        const made = await play(story, 'createStablecoinMint', { request, path });
        if (request === 'byWire')
          await play(story, 'sandboxFundStablecoinOperation', {
            request: 'everything',
            path: { stablecoinOperationId: String(field(made, 'id')) },
          });
      }
      const again = await play(story, 'createStablecoinMint', { request: 'byWire', path });
      await play(story, 'sandboxFundStablecoinOperation', {
        request: 'tooLittle',
        path: { stablecoinOperationId: String(field(again, 'id')) },
      });
      await play(story, 'listStablecoinOperations', { path });
      await enable(platform, path.stablecoinId as never);
      await play(story, 'createStablecoinMint', { request: 'fromInternalAccount', path });
      await play(story, 'createStablecoinBurn', { request: 'paidOutAtOnce', path });
      void linkIssuer;
      void registerToken;
    });

    scenario('of agents are accepted', async (platform) => {
      const story = newStory(platform);
      await openAda(story);
      const made = await play(story, 'createAgent', { request: 'billPayer', answer: 'created' });
      const code = String(field(made, 'deviceCode', 'code'));
      const connected = await play(story, 'redeemAgentDeviceCode', { path: { code } });
      const headers = { authorization: `Bearer ${String(field(connected, 'accessToken'))}` };
      await play(story, 'agentCreateExternalAccount', {
        request: 'euroAccount',
        headers,
        refusal: 'DUPLICATE_EXTERNAL_ACCOUNT',
      });
      const quote = await play(story, 'agentCreateQuote', { request: 'bill', headers });
      const action = await play(story, 'agentExecuteQuote', { path: { quoteId: String(field(quote, 'id')) }, headers });
      const agentId = String(field(made, 'agent', 'id'));
      await play(story, 'rejectAgentAction', {
        request: 'withReason',
        path: { agentId, actionId: String(field(action, 'id')) },
      });
      await play(story, 'agentCreateTransferOut', { request: 'payOut', headers });
      await play(story, 'agentCreateTransferIn', { request: 'bringIn', headers });
      await platform.advance(60_000);
      await play(story, 'updateAgentPolicy', { request: 'stricter', path: { agentId } });
      await play(story, 'updateAgent', { request: 'pause', path: { agentId } });
    });

    scenario('of the sandbox are accepted', async (platform) => {
      const story = newStory(platform);
      const { cast } = story;
      await openAda(story);
      const customerId = cast.get(ada) ?? '';
      await play(story, 'estimateCryptoWithdrawalFee', { request: 'solana' });
      await play(story, 'sandboxDeposit', { request: 'toWallet' });
      const page = await play(story, 'listCustomerInternalAccounts', { query: { customerId, currency: 'USD' } });
      const reference = field(page, 'data', '0', 'fundingPaymentInstructions', '0', 'accountOrWalletInfo', 'reference');
      await play(story, 'sandboxDeposit', { request: 'byReference', fields: { reference } });
      for (const request of ['pull', 'pay'])
        await play(story, request === 'pull' ? 'createTransferIn' : 'createTransferOut', { request });
      for (const request of ['withReason', 'withoutReason']) {
        const paid = await play(story, 'createTransferOut', { request: 'pay' });
        await play(story, 'cancelTransaction', { request, path: { transactionId: String(field(paid, 'id')) } });
      }
      const customer = await play(story, 'getCustomerById', { path: { customerId } });
      for (const request of ['toCustomer', 'toAddress']) {
        const fields = request === 'toAddress' ? { receiverUmaAddress: field(customer, 'umaAddress') } : {};
        const received = await play(story, 'sandboxReceive', { request, fields });
        const path = { transactionId: String(field(received, 'id')) };
        if (request === 'toAddress') await play(story, 'rejectPendingPayment', { request: 'withReason', path });
        else await play(story, 'approvePendingPayment', { request: 'nationality', path });
      }
      await play(story, 'triggerSandboxEvent', { request: 'failedPayment' });
      await play(story, 'createSandboxFixture', { request: 'firstPayment' });
      await play(story, 'resendEvents', { request: 'missedInADay' });
      for (const request of ['freeze', 'scale']) await play(story, 'updateSandboxClock', { request });
      await play(story, 'advanceSandboxClock', { request: 'twoDays' });
      await play(story, 'createSandboxWorld', { request: 'plain' });
      const world = await play(story, 'createSandboxWorld', { request: 'frozen' });
      await play(story, 'forkSandboxWorld', { request: 'otherOutcome', path: { worldId: String(field(world, 'id')) } });
      const worldId = String(field(world, 'id'));
      await play(story, 'deleteSandboxWorldById', { path: { worldId } });
      await play(story, 'getSandboxWorldById', { path: { worldId } });
      const poor = await play(story, 'createQuote', {
        request: 'inOneRequest',
        fields: { lockedCurrencyAmount: 90_000_000 },
        refusal: 'INSUFFICIENT_FUNDS',
      });
      await platform.advance(0);
      await play(story, 'listRequests');
      await play(story, 'getRequestById', { path: { requestId: String(field(poor, 'requestId')) } });
      await play(story, 'sandboxSetInternalAccountStatus', {
        request: 'freeze',
        path: { accountId: cast.get(dollars) ?? '' },
      });
      await play(story, 'forkSandbox', { request: 'otherOutcome' });
    });

    scenario('leave every resource in a state that can be read', async (platform) => {
      const story = newStory(platform);
      await play(story, 'createSandboxFixture', { fields: { name: 'EVERYTHING', advancesClock: true } });
      await play(story, 'sendTestWebhook');
      await platform.advance(0);
      await readEverything(platform);
    });

    scenario(
      'of embedded wallets ask for a signature, or are refused for a proof of another device',
      async (platform) => {
        const story = newStory(platform);
        const { cast } = story;
        const { accountId, credentialId, customerId, key } = await openSignedIn(platform);

        cast.set(walletAccount, accountId);
        const signed = async (operationId: OperationId, line: Line): Promise<Json> => {
          const asked = await play(story, operationId, line);
          const signature = await key.stamp(String(field(asked, 'payloadToSign')));
          const headers = { 'Service-Wallet-Signature': signature, 'Request-Id': String(field(asked, 'requestId')) };
          return play(story, operationId, { ...line, headers });
        };
        const device = createSoftwareAuthenticator();
        await signed('createAuthCredential', { request: 'passkey' });
        const added = await signed('createAuthCredential', { request: 'passkey', fields: registration(device) });
        await signed('createAuthCredential', { request: 'textMessage' });
        const oidcToken = identityToken(new Date(platform.now()).toISOString());
        await signed('createAuthCredential', { request: 'provider', fields: { oidcToken } });
        await play(story, 'createAuthCredential', { request: 'email', refusal: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS' });
        await play(story, 'listAuthCredentials', { query: { accountId } });
        const passkey = { id: String(field(added, 'id')) };
        const asked = await play(story, 'challengeAuthCredential', { request: 'passkey', path: passkey });
        const proof = {
          fields: { assertion: assertionOf(device, String(field(asked, 'challenge'))) },
          headers: { 'Request-Id': String(field(asked, 'requestId')) },
        };
        await play(story, 'verifyAuthCredential', { request: 'passkey', path: passkey, ...proof });
        const path = { id: credentialId };
        await play(story, 'verifyAuthCredential', { request: 'codeByEmail', path, refusal: 'UNAUTHORIZED' });
        await play(story, 'verifyAuthCredential', { request: 'provider', path, refusal: 'INVALID_INPUT' });
        const card = await play(story, 'createCard', {
          request: 'fewestFields',
          fields: { cardholderId: customerId, fundingSources: [accountId] },
        });
        await platform.advance(0);
        const cardId = field(card, 'id');
        await play(story, 'createDelegatedKey', { request: 'cardOfCustomer', fields: { cardId } });
        await signed('updateInternalAccount', { request: 'hideBalance', path: { id: accountId } });
        await signed('exportInternalAccount', { request: 'deviceKey', path: { id: accountId } });
        const sessions = await play(story, 'listAuthSessions', { query: { accountId } });
        await signed('refreshAuthSession', {
          request: 'nextKey',
          path: { id: String(field(sessions, 'data', '1', 'id')) },
        });
      },
    );
  });
}

import { orThrow, type PaymentsClient } from '@payments-platform/client';
import { createDeviceKey, createSessionKey, type SessionKey, signedRetry } from '@payments-platform/client/wallet';
import type { Received } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { issueCard } from '../parties/card.ts';
import { registerPayee } from '../parties/payee.ts';
import { balanceIn, fund } from '../parties/payer.ts';
import { refusalOf } from '../parties/refusal.ts';
import { openSignedIn, type SignedIn } from '../parties/wallet.ts';
import type { StatefulPlatform, Target } from '../targets/target.ts';
import { needsState } from './scenario.ts';

const day = 86_400_000;

/** A quote over ten dollars from a wallet that holds as much. */
async function quoteFromWallet(platform: StatefulPlatform, { customerId, accountId }: SignedIn) {
  const { client } = platform;
  await fund(client, accountId, 10_000_000);
  const payee = await registerPayee(client, { customerId, currency: 'USD', suffix: '111' });
  return orThrow(
    client.POST('/quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: payee },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000_000,
      },
    }),
  );
}

function payloadOf({ paymentInstructions = [] }: Received<'Quote'>): string {
  const infos = paymentInstructions.map(({ accountOrWalletInfo }) => accountOrWalletInfo);
  const signed = infos.find((info) => info.accountType === 'EMBEDDED_WALLET');
  if (signed?.accountType !== 'EMBEDDED_WALLET') throw new Error('the quote has nothing to sign');
  return signed.payloadToSign;
}

/** The events of a payment, in order. */
function toldOf({ webhooks }: StatefulPlatform, { transactionId }: Received<'Quote'>): string[] {
  return webhooks.about(transactionId ?? '').map(({ event }) => event.type);
}

const completed = ['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED'];

function execute(client: PaymentsClient, quoteId: Received<'Quote'>['id'], signature?: string) {
  const header = signature === undefined ? {} : { 'Service-Wallet-Signature': signature };
  return client.POST('/quotes/{quoteId}/execute', { params: { path: { quoteId }, header } });
}

export function embeddedWalletCases(target: Target): void {
  const scenario = needsState(target, 'a mock keeps no wallets and checks no signatures');

  describe('an embedded wallet', () => {
    scenario('pays only with the signature of its owner over the payload of the quote', async (platform) => {
      const { client } = platform;
      const owner = await openSignedIn(platform);
      const quote = await quoteFromWallet(platform, owner);
      const payload = payloadOf(quote);
      const stranger = await createSessionKey();
      for (const [signature, code] of [
        [undefined, 'WALLET_SIGNATURE_MISSING'],
        ['x', 'WALLET_SIGNATURE_MALFORMED'],
        [await stranger.stamp(payload), 'WALLET_SIGNATURE_INVALID'],
        [await owner.key.stamp(`${payload} `), 'WALLET_SIGNATURE_BODY_MISMATCH'],
      ] as const)
        expect(await refusalOf(execute(client, quote.id, signature))).toMatchObject({ status: 401, code });
      expect(await balanceIn(platform, owner.customerId, 'USDB')).toBe(10_000_000);
      const paid = await orThrow(execute(client, quote.id, await owner.key.stamp(payload)));
      expect(paid.status).toBe('PROCESSING');
      const again = execute(client, quote.id, await owner.key.stamp(payload));
      expect(await refusalOf(again)).toMatchObject({ status: 409, code: 'CONFLICT' });
      await platform.advance(2 * day);
      expect(toldOf(platform, quote)).toEqual(completed);
      expect(await balanceIn(platform, owner.customerId, 'USDB')).toBe(0);
    });

    scenario('keeps its balance when its quote is paid from outside', async (platform) => {
      const owner = await openSignedIn(platform);
      const quote = await quoteFromWallet(platform, owner);
      const kinds = quote.paymentInstructions?.map(({ accountOrWalletInfo: { accountType } }) => accountType);
      expect(kinds).toEqual(['EMBEDDED_WALLET', 'SPARK_WALLET']);
      const paid = await orThrow(
        platform.client.POST('/sandbox/send', { body: { quoteId: quote.id, currencyCode: 'USDB' } }),
      );
      expect(paid).toMatchObject({ status: 'PROCESSING', source: { sourceType: 'REALTIME_FUNDING' } });
      await platform.advance(2 * day);
      expect(toldOf(platform, quote)).toEqual(completed);
      expect(await balanceIn(platform, owner.customerId, 'USDB')).toBe(10_000_000);
    });

    scenario('exports its recovery phrase only to the key that its owner signed', async (platform) => {
      const { client } = platform;
      const { accountId: id, key } = await openSignedIn(platform);
      const [device, other] = [await createDeviceKey(), await createDeviceKey()];
      const exporting = (clientPublicKey: string) => (header: object) =>
        client.POST('/internal-accounts/{id}/export', { params: { path: { id }, header }, body: { clientPublicKey } });
      const { publicKey } = device;
      const asked = await orThrow(exporting(publicKey)({}));
      if (!('payloadToSign' in asked)) throw new Error('nothing was given to sign');
      const signed = {
        'Service-Wallet-Signature': await key.stamp(asked.payloadToSign),
        'Request-Id': asked.requestId,
      };
      expect(await refusalOf(exporting(other.publicKey)(signed))).toMatchObject({
        status: 401,
        code: 'WALLET_SIGNATURE_BODY_MISMATCH',
      });
      const exported = await orThrow(exporting(publicKey)(signed));
      if (!('encryptedWalletCredentials' in exported)) throw new Error('nothing was exported');
      const { organizationId } = JSON.parse(asked.payloadToSign) as { readonly organizationId: string };
      const phrase = await device.openCredentials(exported.encryptedWalletCredentials, { organizationId });
      expect(phrase.split(' ')).toHaveLength(12);
      await expect(other.openCredentials(exported.encryptedWalletCredentials)).rejects.toThrow();
      expect(await refusalOf(exporting(publicKey)(signed))).toMatchObject({ code: 'WALLET_SIGNATURE_INVALID' });
      const session = await createSessionKey();
      const compressed = exporting(session.publicKey)({});
      expect(await refusalOf(compressed)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    });

    scenario('changes privateEnabled with the signature of its owner', async (platform) => {
      const { client } = platform;
      const { accountId: id, key } = await openSignedIn(platform);
      for (const privateEnabled of [true, false]) {
        const changed = await signedRetry(
          (header) =>
            client.PATCH('/internal-accounts/{id}', { params: { path: { id }, header }, body: { privateEnabled } }),
          key,
        );
        expect([changed.response.status, changed.data]).toMatchObject([200, { privateEnabled }]);
      }
    });
  });

  describe('a delegated key', () => {
    scenario('lets a card debit the wallet from its activation to its revocation', async (platform) => {
      const { client } = platform;
      const owner = await openSignedIn(platform);
      await fund(client, owner.accountId, 50_000_000);
      const { id: cardId } = await issueCard(platform, owner);
      const buy = async () => {
        const merchant = { descriptor: 'SHOP' };
        const body = { amount: 1_000, currency: { code: 'USD' }, merchant };
        const params = { path: { id: cardId } };
        await orThrow(client.POST('/sandbox/cards/{id}/simulate/authorization', { params, body }));
        const { data } = await orThrow(client.GET('/transactions', { params: { query: { cardId } } }));
        return data[0]?.status;
      };
      expect(await buy()).toBe('DECLINED');
      const active = await delegate(client, owner, cardId);
      expect(await buy()).toBe('AUTHORIZED');
      expect(await balanceIn(platform, owner.customerId, 'USDB')).toBe(40_000_000);
      const params = { path: { id: active.id } };
      expect((await client.DELETE('/auth/delegated-keys/{id}', { params })).response.status).toBe(204);
      expect(await buy()).toBe('DECLINED');
      const again = client.DELETE('/auth/delegated-keys/{id}', { params });
      expect(await refusalOf(again)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      expect((await orThrow(client.GET('/auth/delegated-keys/{id}', { params }))).status).toBe('REVOKED');
    });
  });
}

/** Three calls: each of the first two returns a payload, which the owner signs. */
async function delegate(client: PaymentsClient, owner: SignedIn, cardId: Received<'Card'>['id']) {
  const body = { cardId, internalAccountId: owner.accountId, nickname: 'Card of Ada' };
  const call = (header: object) => client.POST('/auth/delegated-keys', { params: { header }, body });
  const listed = async () => {
    const query = { accountId: owner.accountId };
    return (await orThrow(client.GET('/auth/delegated-keys', { params: { query } }))).data.map(({ status }) => status);
  };
  const first = await wanted(call({}));
  expect(await listed()).toEqual([]);
  const second = await wanted(call(await signed(owner.key, first)));
  expect(await listed()).toEqual(['PENDING']);
  expect([second.requestId === first.requestId, second.payloadToSign === first.payloadToSign]).toEqual([false, false]);
  expect(await refusalOf(call(await signed(owner.key, first)))).toMatchObject({ code: 'WALLET_SIGNATURE_INVALID' });
  const made = await orThrow(call(await signed(owner.key, second)));
  if (!('publicKey' in made)) throw new Error('a third signature is wanted');
  expect(made).toMatchObject({ status: 'ACTIVE', publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/), cardId });
  expect(await refusalOf(call({}))).toMatchObject({ status: 409, code: 'CONFLICT' });
  return made;
}

type Wanted = Received<'SignedRequestChallenge'>;

async function wanted(call: Parameters<typeof orThrow>[0]): Promise<Wanted> {
  const answer: unknown = await orThrow(call);
  if (typeof answer !== 'object' || answer === null || !('payloadToSign' in answer))
    throw new Error('nothing was given to sign');
  return answer as Wanted;
}

async function signed(key: SessionKey, { payloadToSign, requestId }: Wanted): Promise<object> {
  return { 'Service-Wallet-Signature': await key.stamp(payloadToSign), 'Request-Id': requestId };
}

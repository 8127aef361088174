import { orThrow } from '@payments-platform/client';
import {
  createDeviceKey,
  createSessionKey,
  type SessionKey,
  sealOneTimeCode,
  signedRetry,
} from '@payments-platform/client/wallet';
import type { AuthMethodId } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { identityToken, nonceOf } from '../../../server/test/identity-tokens.ts';
import { refusalOf } from '../parties/refusal.ts';
import { openSignedIn, openWallet } from '../parties/wallet.ts';
import type { Target } from '../targets/target.ts';
import { needsState } from './scenario.ts';

export function walletSignInCases(target: Target): void {
  const scenario = needsState(target, 'a mock checks no signatures and sends no codes');

  describe('signing in to an embedded wallet', () => {
    scenario('opens sessions that are refreshed, listed and ended with their keys', async (platform) => {
      const { client } = platform;
      const { accountId, key } = await openSignedIn(platform);
      const list = async () => (await orThrow(client.GET('/auth/sessions', { params: { query: { accountId } } }))).data;
      const [session] = await list();
      if (session === undefined) throw new Error('nobody is signed in');
      const next = await createDeviceKey();
      const refreshed = await signedRetry(
        (header) =>
          client.POST('/auth/sessions/{id}/refresh', {
            params: { path: { id: session.id }, header },
            body: { clientPublicKey: next.publicKey },
          }),
        key,
      );
      const sealed = refreshed.data?.encryptedSessionSigningKey;
      const nextKey = await next.openSessionKey(sealed ?? '');
      expect(await list()).toHaveLength(2);
      const ended = await signedRetry(
        (header) => client.DELETE('/auth/sessions/{id}', { params: { path: { id: session.id }, header } }),
        nextKey,
      );
      expect(ended.response.status).toBe(204);
      const gone = client.DELETE('/auth/sessions/{id}', { params: { path: { id: session.id } } });
      expect(await refusalOf(gone)).toMatchObject({ status: 404, code: 'SESSION_NOT_FOUND' });
      const over = client.POST('/auth/sessions/{id}/refresh', {
        params: { path: { id: session.id } },
        body: { clientPublicKey: next.publicKey },
      });
      expect(await refusalOf(over)).toMatchObject({ status: 404, code: 'SESSION_NOT_FOUND' });
      expect(await list()).toHaveLength(1);
    });

    scenario('works with an OAuth credential, added and deleted with a signature', async (platform) => {
      const { client } = platform;
      const { accountId, key, credentialId } = await openSignedIn(platform);
      const now = (): string => new Date(platform.now()).toISOString();
      const body = { type: 'OAUTH', accountId, oidcToken: identityToken(now()) } as const;
      const added = await signedRetry((header) => client.POST('/auth/credentials', { params: { header }, body }), key);
      const id = added.data?.id;
      if (id === undefined) throw new Error('no credential was added');
      const session = await createSessionKey();
      const clientPublicKey = session.publicKey;
      const opened = await orThrow(
        client.POST('/auth/credentials/{id}/verify', {
          params: { path: { id } },
          body: { type: 'OAUTH', oidcToken: identityToken(now(), nonceOf(clientPublicKey)), clientPublicKey },
        }),
      );
      expect(opened).toMatchObject({ type: 'OAUTH' });
      const remove = (one: AuthMethodId, signer: SessionKey) =>
        signedRetry(
          (header) => client.DELETE('/auth/credentials/{id}', { params: { path: { id: one }, header } }),
          signer,
        );
      expect((await remove(id, key)).response.status).toBe(204);
      const last = client.DELETE('/auth/credentials/{id}', { params: { path: { id: credentialId } } });
      expect(await refusalOf(last)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      const unknown = client.POST('/auth/credentials/{id}/challenge', { params: { path: { id } } });
      expect(await refusalOf(unknown)).toMatchObject({ status: 404, code: 'AUTH_METHOD_NOT_FOUND' });
    });

    scenario('refuses a wrong code with 401, and the sixth with RATE_LIMITED', async (platform) => {
      const { client } = platform;
      const { credentialId: id } = await openWallet(platform);
      const key = await createSessionKey();
      const path = { id };
      const challenge = await orThrow(client.POST('/auth/credentials/{id}/challenge', { params: { path } }));
      if (!('otpEncryptionTargetBundle' in challenge)) throw new Error('no code was sent');
      const targetBundle = challenge.otpEncryptionTargetBundle;
      const encryptedOtpBundle = await sealOneTimeCode({ targetBundle, code: '999999', key });
      const attempt = () =>
        refusalOf(
          client.POST('/auth/credentials/{id}/verify', {
            params: { path },
            body: { type: 'EMAIL_OTP', encryptedOtpBundle },
          }),
        );
      for (let attempts = 0; attempts < 5; attempts += 1)
        expect(await attempt()).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
      expect(await attempt()).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
      const again = client.POST('/auth/credentials/{id}/challenge', { params: { path } });
      expect(await refusalOf(again)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    });
  });

  describe('a signed request', () => {
    scenario(
      'is refused without its signature or Request-Id, with a foreign signature, and for another body',
      async (platform) => {
        const { client } = platform;
        const { accountId, key } = await openSignedIn(platform);
        const send = (header: object) =>
          client.POST('/auth/credentials', { params: { header }, body: { type: 'SMS_OTP', accountId } });
        const asked = await orThrow(send({}));
        if (!('payloadToSign' in asked)) throw new Error('nothing was given to sign');
        const signature = await key.stamp(asked.payloadToSign);
        const both = { 'Service-Wallet-Signature': signature, 'Request-Id': asked.requestId };
        const unknown = 'Request:00000000-0000-7000-8000-000000000000';
        const stranger = await (await createSessionKey()).stamp(asked.payloadToSign);
        for (const [header, status, code] of [
          [{ 'Request-Id': asked.requestId }, 401, 'WALLET_SIGNATURE_MISSING'],
          [{ ...both, 'Service-Wallet-Signature': 'x' }, 401, 'WALLET_SIGNATURE_MALFORMED'],
          [{ 'Service-Wallet-Signature': signature }, 401, 'REQUEST_ID_MISSING'],
          [{ ...both, 'Request-Id': unknown }, 404, 'REQUEST_NOT_FOUND'],
          [{ ...both, 'Service-Wallet-Signature': stranger }, 401, 'WALLET_SIGNATURE_INVALID'],
        ] as const)
          expect(await refusalOf(send(header))).toMatchObject({ status, code });
        const oidcToken = identityToken(new Date(platform.now()).toISOString());
        const otherBody = client.POST('/auth/credentials', {
          params: { header: both },
          body: { type: 'OAUTH', accountId, oidcToken },
        });
        expect(await refusalOf(otherBody)).toMatchObject({ status: 401, code: 'WALLET_SIGNATURE_BODY_MISMATCH' });
        const second = client.POST('/auth/credentials', { body: { type: 'EMAIL_OTP', accountId } });
        expect(await refusalOf(second)).toMatchObject({ status: 400, code: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS' });
        expect((await orThrow(send(both))).type).toBe('SMS_OTP');
        expect(await refusalOf(send(both))).toMatchObject({ status: 400, code: 'SMS_OTP_CREDENTIAL_ALREADY_EXISTS' });
      },
    );

    scenario('changes the e-mail address of the customer and of the credential', async (platform) => {
      const { client } = platform;
      const { customerId, accountId, key } = await openSignedIn(platform);
      const email = 'countess@example.com';
      const body = { customerType: 'INDIVIDUAL', email } as const;
      const changed = await signedRetry(
        (header) => client.PATCH('/customers/{customerId}', { params: { path: { customerId }, header }, body }),
        key,
      );
      expect(changed.response.status).toBe(200);
      const { data } = await orThrow(client.GET('/auth/credentials', { params: { query: { accountId } } }));
      expect(data).toMatchObject([{ nickname: email }]);
    });
  });
}

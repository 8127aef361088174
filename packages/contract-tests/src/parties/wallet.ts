import { orThrow } from '@payments-platform/client';
import { createSessionKey, type SessionKey, sealOneTimeCode, signedRetry } from '@payments-platform/client/wallet';
import type { AuthMethodId, CustomerId, InternalAccountId } from '@payments-platform/types';
import { expect } from 'vitest';
import type { StatefulPlatform } from '../targets/target.ts';
import { acceptance, accountIn } from './payer.ts';

/** The owner of an embedded wallet, on a signed-in device. */
export interface SignedIn {
  readonly customerId: CustomerId;
  readonly accountId: InternalAccountId;
  readonly credentialId: AuthMethodId;
  readonly key: SessionKey;
}

let count = 0;

/** A customer with an embedded wallet, which the platform then supports. */
export async function openWallet(platform: StatefulPlatform): Promise<Omit<SignedIn, 'key'>> {
  const { client } = platform;
  const supported = (currencyCode: 'USD' | 'USDB') =>
    ({ currencyCode, minAmount: 1, maxAmount: 1_000_000_000, requiredCounterpartyFields: [] }) as const;
  await orThrow(client.PATCH('/config', { body: { supportedCurrencies: [supported('USD'), supported('USDB')] } }));
  count += 1;
  const email = `owner.${count}@example.com`;
  const body = {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    email,
    phoneNumber: `+1415555${String(1000 + count)}`,
    endUserTermsConsent: acceptance,
  } as const;
  const customerId = (await orThrow(client.POST('/customers', { body }))).id;
  const { id: accountId } = await accountIn(platform, customerId, 'USDB');
  const listed = await orThrow(client.GET('/auth/credentials', { params: { query: { accountId } } }));
  const [first] = listed.data;
  if (first === undefined) throw new Error('the wallet begins without a credential');
  expect(first).toMatchObject({ type: 'EMAIL_OTP', nickname: email });
  return { customerId, accountId, credentialId: first.id };
}

async function signInByCode({ client }: StatefulPlatform, id: AuthMethodId): Promise<SessionKey> {
  const path = '/auth/credentials/{id}/challenge';
  const challenge = await orThrow(client.POST(path, { params: { path: { id } } }));
  if (!('otpEncryptionTargetBundle' in challenge)) throw new Error('no code was sent');
  const key = await createSessionKey();
  const { otpEncryptionTargetBundle: targetBundle } = challenge;
  const body = {
    type: 'EMAIL_OTP',
    encryptedOtpBundle: await sealOneTimeCode({ targetBundle, code: '000000', key }),
  } as const;
  const verified = await signedRetry(
    (header) => client.POST('/auth/credentials/{id}/verify', { params: { path: { id }, header }, body }),
    key,
  );
  expect(verified.response.status).toBe(200);
  return key;
}

export async function openSignedIn(platform: StatefulPlatform): Promise<SignedIn> {
  const wallet = await openWallet(platform);
  return { ...wallet, key: await signInByCode(platform, wallet.credentialId) };
}

import { orThrow, type PaymentsClient } from '@payments-platform/client';
import type { CustomerId, QuoteId, ScaFactor } from '@payments-platform/types';
import type { Platform } from '../targets/target.ts';
import { acceptance, accountIn, fund, type Payer } from './payer.ts';

/** The value of every code in the sandbox. */
export const sandboxCode = '123456';
const endUserIpAddress = '203.0.113.24';

/** A customer under the rules of Germany, with a verified phone and dollars. */
export async function openEuropeanPayer(platform: Platform): Promise<Payer> {
  const { client } = platform;
  const body = {
    customerType: 'INDIVIDUAL',
    fullName: 'Marie Curie',
    region: 'DE',
    phoneNumber: '+4915112345678',
    endUserTermsConsent: acceptance,
  } as const;
  const { id: customerId } = await orThrow(client.POST('/customers', { body }));
  const params = { path: { customerId } };
  await orThrow(client.POST('/customers/{customerId}/verify-phone', { params }));
  await orThrow(client.POST('/customers/{customerId}/verify-phone/confirm', { params, body: { code: sandboxCode } }));
  const { id: accountId } = await accountIn(platform, customerId, 'USD');
  await fund(client, accountId, 100_000);
  return { customerId, accountId };
}

export function startLogin(client: PaymentsClient, customerId: CustomerId) {
  return client.POST('/sca/login/start', { params: { query: { customerId } }, body: { factor: 'SMS_OTP' } });
}

export interface LoginProof {
  readonly factor: ScaFactor;
  readonly code: string;
  readonly challengeId?: string;
}

export function completeLogin(client: PaymentsClient, customerId: CustomerId, proof: LoginProof) {
  const body = { endUserIpAddress, ...proof };
  return client.POST('/sca/login/complete', { params: { query: { customerId } }, body });
}

/** Logs the customer in by text message. Returns when the session ends. */
export async function logIn(client: PaymentsClient, customerId: CustomerId): Promise<string> {
  const { challengeId } = await orThrow(startLogin(client, customerId));
  const proof = { factor: 'SMS_OTP', code: sandboxCode, ...(challengeId ? { challengeId } : {}) } as const;
  const { sessionExpiresAt } = await orThrow(completeLogin(client, customerId, proof));
  return sessionExpiresAt ?? '';
}

export function authorize(client: PaymentsClient, quoteId: QuoteId, code = sandboxCode) {
  return client.POST('/quotes/{quoteId}/authorize', { params: { path: { quoteId } }, body: { code } });
}

import { orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { authorize, completeLogin, logIn, openEuropeanPayer, sandboxCode, startLogin } from '../parties/european.ts';
import { registerPayee } from '../parties/payee.ts';
import { balanceIn, registerCustomer } from '../parties/payer.ts';
import { createQuote, executeQuote, quoteRequest, readPayment, readQuote } from '../parties/payment.ts';
import { refusalOf, refusedFields } from '../parties/refusal.ts';
import { hasState, type Platform, type Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

const fiveMinutesMs = 5 * 60_000;
const sessionMs = 180 * 24 * 60 * 60_000;

async function executedQuote(platform: Platform, currency: 'USD' | 'EUR' = 'USD') {
  const { client } = platform;
  const { customerId, accountId } = await openEuropeanPayer(platform);
  const to = await registerPayee(client, { customerId, currency, suffix: '100' });
  const quote = await orThrow(createQuote(client, quoteRequest({ from: accountId, to })));
  const waiting = platform.connect({ expected: { status: 200, example: 'authenticationWanted' } });
  return { customerId, to, quote: await orThrow(executeQuote(waiting, quote.id)) };
}

export function strongAuthenticationCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock forgets who has proved what');

  describe('a payment of a European customer', () => {
    scenario('is PENDING_AUTHORIZATION until the customer authorizes it', async (platform) => {
      const { customerId, quote } = await executedQuote(platform);
      expect(quote).toMatchObject({ status: 'PENDING_AUTHORIZATION', scaChallenge: { factor: 'SMS_OTP' } });
      const early = platform.connect({ expected: { status: 409, example: 'sessionRequired' } });
      expect(await refusalOf(authorize(early, quote.id))).toMatchObject({ code: 'SCA_SESSION_REQUIRED' });
      const sessionExpiresAt = await logIn(platform.client, customerId);
      if (hasState(platform)) expect(Date.parse(sessionExpiresAt) - platform.now()).toBe(sessionMs);
      const wrong = platform.connect({ expected: { status: 400, example: 'wrongCode' } });
      expect(refusedFields(await refusalOf(authorize(wrong, quote.id, '654321')))).toEqual(['code']);
      const right = platform.connect({ expected: { status: 200, example: 'onItsWay' } });
      expect(await orThrow(authorize(right, quote.id))).toMatchObject({ status: 'PROCESSING' });
      const twice = platform.connect({ expected: { status: 409, example: 'nothingToAuthorize' } });
      expect(await refusalOf(authorize(twice, quote.id))).toMatchObject({ code: 'CONFLICT' });
    });

    stateful(
      'emits PENDING, PENDING_AUTHORIZATION, PROCESSING, COMPLETED and debits after the authorization',
      async (platform) => {
        const { customerId, quote } = await executedQuote(platform);
        await logIn(platform.client, customerId);
        expect(await balanceIn(platform, customerId, 'USD')).toBe(100_000);
        await orThrow(authorize(platform.client, quote.id));
        expect(await balanceIn(platform, customerId, 'USD')).toBe(90_000);
        await platform.advance(60_000);
        const emitted = platform.webhooks.about(quote.transactionId).map(({ event }) => event);
        expect(emitted.map(({ type }) => type)).toEqual([
          'OUTGOING_PAYMENT.PENDING',
          'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
          'OUTGOING_PAYMENT.PROCESSING',
          'OUTGOING_PAYMENT.COMPLETED',
        ]);
        expect(emitted[1]).toMatchObject({ data: { customerId, quoteId: quote.id } });
        expect(JSON.stringify(emitted)).not.toContain('scaChallenge');
      },
    );

    stateful('that converts currency requires two authorizations', async (platform) => {
      const { customerId, quote } = await executedQuote(platform, 'EUR');
      await logIn(platform.client, customerId);
      const more = await orThrow(authorize(platform.client, quote.id));
      expect(more).toMatchObject({ status: 'PENDING_AUTHORIZATION', scaChallenge: { purpose: 'PAYOUT' } });
      expect(more.scaChallenge?.id).not.toBe(quote.scaChallenge?.id);
      expect(await orThrow(authorize(platform.client, quote.id))).toMatchObject({ status: 'PROCESSING' });
      await platform.advance(60_000);
      expect(platform.webhooks.about(quote.transactionId).map(({ event }) => event.type)).toEqual([
        'OUTGOING_PAYMENT.PENDING',
        'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
        'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
        'OUTGOING_PAYMENT.PROCESSING',
        'OUTGOING_PAYMENT.COMPLETED',
      ]);
    });

    stateful('fails with SCA_NOT_COMPLETED without an authorization in 5 minutes', async (platform) => {
      const { customerId, quote } = await executedQuote(platform);
      await platform.advance(fiveMinutesMs);
      expect(platform.webhooks.about(quote.transactionId).map(({ event }) => event.type)).toEqual([
        'OUTGOING_PAYMENT.PENDING',
        'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
        'OUTGOING_PAYMENT.FAILED',
      ]);
      expect(await readQuote(platform.client, quote.id)).toMatchObject({ status: 'FAILED' });
      const payment = await readPayment(platform.client, quote.transactionId);
      expect(payment).toMatchObject({ status: 'FAILED', failureReason: 'SCA_NOT_COMPLETED' });
      expect(payment).not.toHaveProperty('refund');
      expect(await balanceIn(platform, customerId, 'USD')).toBe(100_000);
    });

    stateful('is debited once by 32 parallel authorizations', async (platform) => {
      const { customerId, quote } = await executedQuote(platform);
      await logIn(platform.client, customerId);
      const answers = await Promise.all(Array.from({ length: 32 }, () => authorize(platform.client, quote.id)));
      expect(answers.filter(({ response }) => response.status === 200)).toHaveLength(1);
      expect(await balanceIn(platform, customerId, 'USD')).toBe(90_000);
    });

    stateful('requires no authorization to a trusted beneficiary, who cannot be deleted', async (platform) => {
      const { client } = platform;
      const { customerId, accountId } = await openEuropeanPayer(platform);
      const to = await registerPayee(client, { customerId, currency: 'USD', suffix: '100' });
      const params = { path: { externalAccountId: to } };
      const body = { code: sandboxCode };
      await orThrow(client.POST('/customers/external-accounts/{externalAccountId}/trust', { params }));
      await orThrow(client.POST('/customers/external-accounts/{externalAccountId}/trust/confirm', { params, body }));
      const quote = await orThrow(createQuote(client, quoteRequest({ from: accountId, to })));
      expect(await orThrow(executeQuote(client, quote.id))).toMatchObject({ status: 'PROCESSING' });
      const remove = () => client.DELETE('/customers/external-accounts/{externalAccountId}', { params });
      expect(await refusalOf(remove())).toMatchObject({ status: 409, code: 'BENEFICIARY_TRUSTED' });
      await orThrow(client.POST('/customers/external-accounts/{externalAccountId}/untrust', { params }));
      await orThrow(client.POST('/customers/external-accounts/{externalAccountId}/untrust/confirm', { params, body }));
      await orThrow(remove());
    });
  });

  describe('an authentication factor', () => {
    scenario('is enrolled with its first code', async (platform) => {
      const { client } = platform;
      const { customerId } = await openEuropeanPayer(platform);
      const params = { query: { customerId } };
      const start = platform.connect({ expected: { status: 200, example: 'authenticatorApp' } });
      const started = await orThrow(start.POST('/sca/factors', { params, body: { type: 'TOTP' } }));
      if (started.type !== 'TOTP') throw new Error('a passkey was started');
      expect(started.totpUri).toContain(started.secretBase32Encoded);
      const body = { type: 'TOTP', secret: started.secret, code: sandboxCode } as const;
      const confirm = platform.connect({ expected: { status: 200, example: 'authenticatorApp' } });
      const confirmed = await orThrow(confirm.POST('/sca/factors/confirm', { params, body }));
      expect(confirmed).toMatchObject({ type: 'TOTP', recoveryCodes: expect.any(Array) });
      const { factors } = await orThrow(client.GET('/sca/factors', { params }));
      expect(factors.map(({ factor }) => factor)).toContain('TOTP');
    });

    scenario('is refused with CONFLICT for a customer outside Europe', async (platform) => {
      const customerId = await registerCustomer(platform.client);
      const client = platform.connect({ expected: { status: 409, example: 'notNeeded' } });
      const refusal = await refusalOf(client.GET('/sca/factors', { params: { query: { customerId } } }));
      expect(refusal).toMatchObject({ status: 409, code: 'CONFLICT' });
    });

    scenario('is locked after 5 wrong codes until the password is reset', async (platform) => {
      const { client } = platform;
      const { customerId } = await openEuropeanPayer(platform);
      const { challengeId } = await orThrow(startLogin(client, customerId));
      const proof = { factor: 'SMS_OTP', ...(challengeId ? { challengeId } : {}) } as const;
      if (hasState(platform)) {
        const misses = Array.from({ length: 4 }, () => completeLogin(client, customerId, { ...proof, code: '654321' }));
        for (const { response } of await Promise.all(misses)) expect(response.status).toBe(400);
      }
      const locked = platform.connect({ expected: { status: 423, example: 'locked' } });
      const refusal = await refusalOf(completeLogin(locked, customerId, { ...proof, code: '654321' }));
      expect(refusal).toMatchObject({ status: 423, code: 'ACCOUNT_LOCKED', details: { failedAttempts: 5 } });
      const params = { query: { customerId } };
      const lifting = platform.connect({ expected: { status: 200, example: 'lifted' } });
      const body = { eventType: 'RESET_PASSWORD_COMPLETED' } as const;
      expect(await orThrow(lifting.POST('/sca/record-event', { params, body }))).toMatchObject({ failedAttempts: 0 });
      expect(await logIn(client, customerId)).not.toBe('');
    });
  });
}

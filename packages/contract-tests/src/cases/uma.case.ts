import { orThrow, type PaymentsClient } from '@payments-platform/client';
import type { CustomerId, LookupId, Received } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { balanceIn, openPayer, registerCustomer } from '../parties/payer.ts';
import { createQuote, readPayment } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { Platform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

const receiver = '$success.eur@sandbox.example.com';

async function lookUp(client: PaymentsClient, customerId: CustomerId) {
  const params = { path: { receiverUmaAddress: receiver }, query: { customerId } };
  return orThrow(client.GET('/receiver/uma/{receiverUmaAddress}', { params }));
}

function umaQuote(accountId: `InternalAccount:${string}`, lookupId: LookupId) {
  return {
    lookupId,
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'UMA_ADDRESS', umaAddress: receiver, currency: 'EUR' },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 20_000,
    immediatelyExecute: true,
  } as const;
}

/** A customer of another provider pays 75 dollars to the customer. */
async function receive(client: PaymentsClient, customerId: CustomerId): Promise<Received<'IncomingTransaction'>> {
  const body = {
    senderUmaAddress: '$grace@one.example.com',
    customerId,
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 7_500,
  };
  return orThrow(client.POST('/sandbox/uma/receive', { body }));
}

function decide(client: PaymentsClient, decision: 'approve' | 'reject', transactionId: `Transaction:${string}`) {
  const params = { path: { transactionId } };
  return decision === 'approve'
    ? client.POST('/transactions/{transactionId}/approve', { params })
    : client.POST('/transactions/{transactionId}/reject', { params });
}

/** Payments between providers, by the name of the payee. */
export function umaCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock keeps no lookups and asks nobody to decide');

  describe('a payment to a UMA address', () => {
    scenario('begins with a lookup', async (platform) => {
      const customerId = await registerCustomer(platform.client);
      const found = await lookUp(platform.connect({ expected: { status: 200, example: 'found' } }), customerId);
      expect(found.lookupId).toMatch(/^Lookup:/);
      expect(found.supportedCurrencies.length).toBeGreaterThan(0);
    });

    scenario('returns UMA_NOT_FOUND for an unknown address', async (platform: Platform) => {
      const customerId = await registerCustomer(platform.client);
      const client = platform.connect({ expected: { status: 404, example: 'unknownReceiver' } });
      const path = { receiverUmaAddress: '$non.existent.usd@sandbox.example.com' };
      const refusal = await refusalOf(
        client.GET('/receiver/uma/{receiverUmaAddress}', { params: { path, query: { customerId } } }),
      );
      expect(refusal).toMatchObject({ status: 404, code: 'UMA_NOT_FOUND' });
    });

    stateful('is made through the lookup and emits PENDING, PROCESSING, COMPLETED', async (platform) => {
      const { client, webhooks } = platform;
      const { customerId, accountId } = await openPayer(platform);
      const { lookupId } = await lookUp(client, customerId);
      const quote = await orThrow(createQuote(client, umaQuote(accountId, lookupId)));
      await platform.advance(60_000);
      expect(await readPayment(client, quote.transactionId)).toMatchObject({
        type: 'OUTGOING',
        status: 'COMPLETED',
        destination: { destinationType: 'UMA_ADDRESS', umaAddress: receiver },
        receivedAmount: { amount: quote.totalReceivingAmount, currency: { code: 'EUR' } },
        reconciliationInstructions: { transactionHash: expect.any(String) },
      });
      expect(webhooks.about(quote.transactionId).map(({ event }) => event.type)).toEqual(
        ['PENDING', 'PROCESSING', 'COMPLETED'].map((name) => `OUTGOING_PAYMENT.${name}`),
      );
      expect(await balanceIn(platform, customerId, 'USD')).toBe(80_000);
    });
  });

  describe('a payment from a UMA address', () => {
    stateful('completes when the webhook endpoint returns 200', async (platform) => {
      const { client, webhooks } = platform;
      const customerId = await registerCustomer(client);
      const { id } = await receive(client, customerId);
      await platform.advance(60_000);
      expect(webhooks.about(id).map(({ event }) => event.type)).toEqual(
        ['PENDING', 'PROCESSING', 'COMPLETED'].map((name) => `INCOMING_PAYMENT.${name}`),
      );
      expect(await balanceIn(platform, customerId, 'USD')).toBe(7_500);
    });

    const withoutEndpoint = { hasWebhookEndpoint: false };
    stateful(
      'is approved, rejected, or fails with PAYMENT_APPROVAL_TIMED_OUT',
      async (platform) => {
        const { client } = platform;
        const customerId = await registerCustomer(client);
        const [approved, rejected, forgotten] = [
          await receive(client, customerId),
          await receive(client, customerId),
          await receive(client, customerId),
        ];
        expect(await orThrow(decide(client, 'approve', approved.id))).toMatchObject({ status: 'PROCESSING' });
        expect(await orThrow(decide(client, 'reject', rejected.id))).toMatchObject({
          status: 'FAILED',
          failureReason: 'COMPLIANCE_REJECTED',
        });
        await platform.advance(60_000);
        expect(await refusalOf(decide(client, 'approve', forgotten.id))).toMatchObject({
          status: 409,
          code: 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
        });
        expect(await readPayment(client, forgotten.id)).toMatchObject({ failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' });
        expect(await balanceIn(platform, customerId, 'USD')).toBe(7_500);
      },
      withoutEndpoint,
    );
  });
}

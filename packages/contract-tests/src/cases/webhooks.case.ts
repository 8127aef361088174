import type { WebhookEvent } from '@payments-platform/client';
import { orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { accountIn, openPayer } from '../parties/payer.ts';
import { createQuote, pay, quoteRequest } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { StatefulPlatform, Target } from '../targets/target.ts';
import { aboveTheDatabase, needsState, scenarioOn } from './scenario.ts';

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** Returns `status` for events of one type and 200 for all others. */
function refuse({ webhooks }: StatefulPlatform, type: WebhookEvent['type'], status: number): void {
  webhooks.answerWith(({ event }) => (event.type === type ? status : 200));
}

async function euroPayout(platform: StatefulPlatform) {
  const { customerId, accountId } = await openPayer(platform);
  const to = await registerPayee(platform.client, { customerId, currency: 'EUR', suffix: '100' });
  return pay(platform.client, { from: accountId, to });
}

export function webhookCases(target: Target): void {
  testEventCases(target);
  aboveTheDatabase(target, retryCases);
}

function testEventCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock sends no webhooks');

  describe('the test webhook', () => {
    scenario('reports what the endpoint answered', async (platform) => {
      const client = platform.connect({ expected: { status: 200, example: 'delivered' } });
      expect(await orThrow(client.POST('/sandbox/webhooks/test'))).toMatchObject({ response_status: 200 });
    });

    scenario(
      'is refused while no endpoint is set',
      async (platform) => {
        const client = platform.connect({ expected: { status: 400, example: 'endpointNotSet' } });
        expect(await refusalOf(client.POST('/sandbox/webhooks/test'))).toMatchObject({
          status: 400,
          code: 'WEBHOOK_ENDPOINT_NOT_SET',
        });
      },
      { hasWebhookEndpoint: false },
    );

    stateful('is a TEST event without data, sent once even if the endpoint returns 500', async (platform) => {
      const { client, webhooks } = platform;
      await platform.advance(0);
      const before = webhooks.deliveries.length;
      refuse(platform, 'TEST', 500);
      expect(await orThrow(client.POST('/sandbox/webhooks/test'))).toMatchObject({
        url: webhooks.url,
        response_status: 500,
      });
      await platform.advance(day);
      const [sent, ...more] = webhooks.deliveries.slice(before);
      expect(more).toEqual([]);
      expect(sent?.event).toEqual({
        type: 'TEST',
        test: true,
        timestamp: expect.any(String),
        webhookId: expect.stringMatching(/^Webhook:/),
      });
    });

    stateful('is sent when the endpoint changes, and only then', async (platform) => {
      const { client, webhooks } = platform;
      const tests = (): number => webhooks.deliveries.filter(({ event }) => event.type === 'TEST').length;
      await platform.advance(0);
      expect(tests()).toBe(1);
      await orThrow(client.PATCH('/config', { body: { webhookEndpoint: webhooks.url } }));
      await orThrow(client.PATCH('/config', { body: { umaDomain: 'pay.example.com' } }));
      await platform.advance(minute);
      expect(tests()).toBe(1);
      await orThrow(
        client.PATCH('/config', { body: { webhookEndpoint: webhooks.url.replace('127.0.0.1', 'localhost') } }),
      );
      await platform.advance(minute);
      expect(tests()).toBe(2);
    });

    stateful(
      'is the only event that a new endpoint receives, without older events',
      async (platform) => {
        const { client, webhooks } = platform;
        await openPayer(platform);
        await platform.advance(second);
        await orThrow(client.PATCH('/config', { body: { webhookEndpoint: webhooks.url } }));
        await platform.advance(minute);
        expect(webhooks.deliveries.map(({ event }) => event.type)).toEqual(['TEST']);
      },
      { hasWebhookEndpoint: false },
    );

    stateful('returns WEBHOOK_DELIVERY_ERROR for an unreachable endpoint', async (platform) => {
      const { client, webhooks } = platform;
      await orThrow(client.PATCH('/config', { body: { webhookEndpoint: 'http://127.0.0.1:1/nobody' } }));
      expect(await refusalOf(client.POST('/sandbox/webhooks/test'))).toMatchObject({
        status: 400,
        code: 'WEBHOOK_DELIVERY_ERROR',
      });
      await orThrow(client.PATCH('/config', { body: { webhookEndpoint: webhooks.url } }));
    });
  });
}

/** The waits double from half a minute to half an hour. */
const waits = [30 * second, minute, 2 * minute, 4 * minute, 8 * minute, 16 * minute, 30 * minute, 30 * minute];

function retryCases(target: Target): void {
  const stateful = needsState(target, 'a mock sends no webhooks');

  describe('a webhook that is refused', () => {
    stateful('is sent again after the documented waits, with the same id and the same bytes', async (platform) => {
      const { webhooks } = platform;
      refuse(platform, 'OUTGOING_PAYMENT.COMPLETED', 500);
      const { transactionId } = await euroPayout(platform);
      await platform.advance(3 * 60 * minute);
      const attempts = webhooks.about(transactionId).filter(({ event }) => event.type === 'OUTGOING_PAYMENT.COMPLETED');
      const gaps = attempts.slice(1).map(({ receivedAt }, index) => receivedAt - (attempts[index]?.receivedAt ?? 0));
      expect(gaps.slice(0, waits.length)).toEqual(waits);
      expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
    });

    stateful('is not sent again once it is accepted', async (platform) => {
      const { webhooks } = platform;
      refuse(platform, 'OUTGOING_PAYMENT.PROCESSING', 500);
      const { transactionId } = await euroPayout(platform);
      await platform.advance(second);
      webhooks.answerWith(() => 200);
      await platform.advance(day);
      expect(webhooks.about(transactionId).map(({ event }) => event.type)).toEqual([
        'OUTGOING_PAYMENT.PENDING',
        'OUTGOING_PAYMENT.PROCESSING',
        'OUTGOING_PAYMENT.COMPLETED',
        'OUTGOING_PAYMENT.PROCESSING',
      ]);
    });

    for (const [status, meaning] of [
      [409, 'a duplicate'],
      [204, 'success without content'],
    ] as const) {
      stateful(`for ${status}, ${meaning}, is not sent again`, async (platform) => {
        refuse(platform, 'OUTGOING_PAYMENT.PENDING', status);
        const { transactionId } = await euroPayout(platform);
        await platform.advance(day);
        expect(platform.webhooks.about(transactionId)).toHaveLength(3);
      });
    }

    for (const status of [302, 400, 404]) {
      stateful(`for ${status} is sent again`, async (platform) => {
        const { webhooks } = platform;
        let remaining = 1;
        webhooks.answerWith(({ event }) =>
          event.type === 'OUTGOING_PAYMENT.PENDING' && remaining-- > 0 ? status : 200,
        );
        const { transactionId } = await euroPayout(platform);
        await platform.advance(day);
        expect(
          webhooks.about(transactionId).filter(({ event }) => event.type === 'OUTGOING_PAYMENT.PENDING'),
        ).toHaveLength(2);
      });
    }

    stateful('is retried for 7 days and no longer', async (platform) => {
      const { webhooks } = platform;
      refuse(platform, 'OUTGOING_PAYMENT.COMPLETED', 500);
      const { transactionId } = await euroPayout(platform);
      await platform.advance(8 * day);
      const last = webhooks.about(transactionId).at(-1);
      expect(last?.event.type).toBe('OUTGOING_PAYMENT.COMPLETED');
      const tookMs = (last?.receivedAt ?? 0) - Date.parse(last?.event.timestamp ?? '');
      expect(tookMs).toBeLessThanOrEqual(7 * day);
      expect(tookMs).toBeGreaterThan(7 * day - 30 * minute);
      const { data } = await orThrow(platform.client.GET('/events', { params: { query: { status: 'DEAD' } } }));
      const params = { path: { eventId: data[0]?.id ?? 'Webhook:' } } as const;
      const dead = await orThrow(platform.client.GET('/events/{eventId}', { params }));
      expect(dead).toMatchObject({ resourceId: transactionId, status: 'DEAD' });
    });

    stateful('is sent once for INCOMING_PAYMENT.PENDING', async (platform) => {
      const { client, webhooks } = platform;
      refuse(platform, 'INCOMING_PAYMENT.PENDING', 500);
      const { customerId, accountId } = await openPayer(platform);
      const { id: to } = await accountIn(platform, customerId, 'EUR');
      const { transactionId } = await orThrow(
        createQuote(client, { ...quoteRequest({ from: accountId, to }), immediatelyExecute: true }),
      );
      await platform.advance(day);
      expect(webhooks.about(transactionId).map(({ event }) => event.type)).toEqual([
        'INCOMING_PAYMENT.PENDING',
        'INCOMING_PAYMENT.PROCESSING',
        'INCOMING_PAYMENT.COMPLETED',
      ]);
    });
  });
}

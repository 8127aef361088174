import { orThrow } from '@payments-platform/client';
import type { WebhookId } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { openPayer, registerCustomer } from '../parties/payer.ts';
import { pay } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import { hasState, type Platform, type StatefulPlatform, type Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

const second = 1_000;
const day = 24 * 60 * 60 * second;

async function payout(platform: StatefulPlatform): Promise<string> {
  const { customerId, accountId } = await openPayer(platform);
  const to = await registerPayee(platform.client, { customerId, currency: 'EUR', suffix: '100' });
  return (await pay(platform.client, { from: accountId, to })).transactionId;
}

/** A range of a day around the current time of the platform. */
function around(platform: StatefulPlatform): { readonly from: string; readonly to: string } {
  const now = platform.now();
  return { from: new Date(now - day).toISOString(), to: new Date(now + day).toISOString() };
}

async function eventsOf({ client }: Platform, resourceId: string) {
  const { data } = await orThrow(client.GET('/events', { params: { query: { resourceId } } }));
  return [...data].reverse();
}

async function resend({ client }: Platform, eventId: WebhookId) {
  return orThrow(client.POST('/events/{eventId}/resend', { params: { path: { eventId } } }));
}

export function eventCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock sends no webhooks');

  describe('the events of a platform', () => {
    scenario('are listed, read and resent by id', async (platform) => {
      const { client } = platform;
      await registerCustomer(client);
      if (hasState(platform)) await platform.advance(second);
      const { data } = await orThrow(client.GET('/events', { params: { query: { limit: 1 } } }));
      const [event] = data;
      if (event === undefined) throw new Error('a platform with a customer has had an event');
      const params = { path: { eventId: event.id } };
      expect(await orThrow(client.GET('/events/{eventId}', { params }))).toMatchObject({ id: event.id });
      const body = { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' };
      expect(await orThrow(client.POST('/events/resend', { body }))).toMatchObject({ hasMore: false });
      expect(await resend(platform, event.id)).toMatchObject({ id: event.id });
      if (!hasState(platform)) return;
      await platform.advance(second);
      const sent = platform.webhooks.deliveries.filter(({ event: one }) => 'id' in one && one.id === event.id);
      expect(sent.map(({ body: bytes }) => bytes)).toEqual([sent[0]?.body, sent[0]?.body]);
    });

    stateful('are WAITING after an outage and delivered once by a resend', async (platform) => {
      const { client, webhooks } = platform;
      await platform.advance(0);
      webhooks.answerWith(() => 500);
      const transactionId = await payout(platform);
      await platform.advance(10 * second);
      const missed = await eventsOf(platform, transactionId);
      expect(missed.map(({ sequence, status }) => [sequence, status])).toEqual([
        [1, 'WAITING'],
        [2, 'WAITING'],
        [3, 'WAITING'],
      ]);
      const eventId = missed[0]?.id ?? 'Webhook:none';
      const { attempts } = await orThrow(client.GET('/events/{eventId}', { params: { path: { eventId } } }));
      expect(attempts).toMatchObject([{ statusCode: 500, endpoint: webhooks.url }]);
      webhooks.answerWith(() => 200);
      const before = webhooks.about(transactionId);
      const body = { ...around(platform), statuses: ['WAITING' as const] };
      expect(await orThrow(client.POST('/events/resend', { body }))).toMatchObject({ hasMore: false });
      await platform.advance(day);
      const again = webhooks.about(transactionId).slice(before.length);
      expect(again.map((sent) => sent.body)).toEqual(before.map((sent) => sent.body));
      const settled = await eventsOf(platform, transactionId);
      expect(settled.map(({ status, attemptCount }) => [status, attemptCount])).toEqual(
        missed.map(() => ['DELIVERED', 2]),
      );
    });

    stateful(
      'are SKIPPED without an endpoint, and sent by a resend once there is one',
      async (platform) => {
        const { client, webhooks } = platform;
        const transactionId = await payout(platform);
        await platform.advance(10 * second);
        const [skipped] = await eventsOf(platform, transactionId);
        expect(skipped).toMatchObject({ status: 'SKIPPED', attemptCount: 0, nextAttemptAt: null });
        const eventId = skipped?.id ?? 'Webhook:none';
        const refused = client.POST('/events/{eventId}/resend', { params: { path: { eventId } } });
        expect(await refusalOf(refused)).toMatchObject({ code: 'WEBHOOK_ENDPOINT_NOT_SET' });
        await orThrow(client.PATCH('/config', { body: { webhookEndpoint: webhooks.url } }));
        expect(await resend(platform, eventId)).toMatchObject({ id: eventId, status: 'PENDING' });
        await platform.advance(second);
        const ids = webhooks.about(transactionId).map(({ event }) => 'id' in event && event.id);
        expect(ids).toEqual([eventId]);
        const failed = { query: { status: 'SKIPPED', resourceId: transactionId } } as const;
        expect((await orThrow(client.GET('/events', { params: failed }))).data).toHaveLength(2);
      },
      { hasWebhookEndpoint: false },
    );
  });
}

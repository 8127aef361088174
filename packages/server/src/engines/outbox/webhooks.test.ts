import { Buffer } from 'node:buffer';
import { createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { inboxes, openInbox, type Received, type WebhookInbox } from '../../../test/webhook-inbox.ts';
import { dayMs, minuteMs, secondMs } from '../../ground/clock/instant.ts';

const openInboxOf = inboxes();

async function connect(server: TestServer): Promise<WebhookInbox> {
  const inbox = await openInboxOf(server);
  await server.app.settle();
  inbox.received.length = 0;
  return inbox;
}

async function quote(server: TestServer): Promise<{ id: string; transactionId: string }> {
  const { customerId, accounts } = await makeSender(server);
  const to = await makeUsdAccount(server, customerId);
  return (await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to }))).body;
}

const payments = (inbox: WebhookInbox): string[] => inbox.types().filter((type) => type.includes('_PAYMENT.'));

/** Checks the signature with the key that the configuration shows. */
async function expectSigned(server: TestServer, received: Received | undefined): Promise<void> {
  const { headers, body } = received ?? { headers: {}, body: '' };
  const key = createPublicKey((await server.request('GET', '/config')).body.webhookPublicKey);
  const { v, s } = JSON.parse(String(headers['x-service-signature'])) as { v: string; s: string };
  expect([v, headers['content-type']]).toEqual(['1', 'application/json']);
  expect(verify('sha256', Buffer.from(body), key, Buffer.from(s, 'base64'))).toBe(true);
  expect(verify('sha256', Buffer.from(`${body} `), key, Buffer.from(s, 'base64'))).toBe(false);
}

oneEngine('delivering webhooks', (start) => {
  it('signs the exact bytes with the key that GET /config returns', async () => {
    const server = await start();
    const inbox = await connect(server);
    await quote(server);
    await server.app.settle();
    expect(inbox.received.length).toBeGreaterThan(0);
    for (const one of inbox.received) await expectSigned(server, one);
  });

  it('retries the same bytes after 30 and then 60 seconds until the endpoint responds 2xx', async () => {
    const server = await start();
    const inbox = await connect(server);
    inbox.answer = () => ({ status: 500 });
    await quote(server);
    await server.app.settle();
    const first = inbox.received.find(({ body }) => body.includes('OUTGOING_PAYMENT.PENDING'));
    expect(payments(inbox)).toHaveLength(1);
    await server.advance(29 * secondMs);
    expect(payments(inbox)).toHaveLength(1);
    await server.advance(secondMs);
    expect(payments(inbox)).toHaveLength(2);
    await server.advance(59 * secondMs);
    expect(payments(inbox)).toHaveLength(2);
    inbox.answer = () => ({ status: 204 });
    await server.advance(secondMs);
    const sent = inbox.received.filter(({ body }) => body.includes('OUTGOING_PAYMENT.PENDING'));
    expect(sent).toHaveLength(3);
    expect(sent.every(({ body }) => body === first?.body)).toBe(true);
    await server.advance(10 * minuteMs);
    expect(inbox.received.filter(({ body }) => body.includes('OUTGOING_PAYMENT.PENDING'))).toHaveLength(3);
  });

  it('does not follow a redirect', async () => {
    const server = await start();
    const [inbox, other] = [await connect(server), await openInbox()];
    inbox.answer = () => ({ status: 307, headers: { location: other.url } });
    await quote(server);
    await server.app.settle();
    await other.close();
    expect(payments(inbox)).toHaveLength(1);
    expect(other.received).toHaveLength(0);
  });

  it('never repeats INCOMING_PAYMENT.PENDING', async () => {
    const server = await start();
    const inbox = await connect(server);
    inbox.answer = () => ({ status: 500 });
    const { accounts } = await makeSender(server);
    await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to: accounts['EUR'] ?? '' }));
    await server.advance(4 * minuteMs);
    expect(payments(inbox)).toEqual(['INCOMING_PAYMENT.PENDING']);
  });

  it('stores events as SKIPPED while no endpoint is configured', async () => {
    const server = await start();
    const { transactionId } = await quote(server);
    await server.app.settle();
    const inbox = await connect(server);
    await server.advance(4 * minuteMs);
    expect(payments(inbox)).toEqual([]);
    const rows = await server.deps.database.read((unit) =>
      unit.select((db) =>
        db
          .selectFrom('deliveries')
          .select('status')
          .where('tenant', '=', server.tenant)
          .where('resource_id', '=', transactionId),
      ),
    );
    expect(rows).toEqual([{ status: 'SKIPPED' }]);
  });

  it('sends 20 waiting events of one resource in order', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 0);
    const inbox = await connect(server);
    for (let amount = 1; amount <= 20; amount += 1)
      await server.request('POST', `/sandbox/internal-accounts/${accounts['USD']}/fund`, { amount });
    await server.app.settle();
    const sequences = inbox
      .events()
      .filter(({ data }) => data?.id === accounts['USD'])
      .map(({ sequence }) => sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(sequences).toHaveLength(20);
  });
});

// In a store of its own, because the eight days are long and must not include work of other platforms.
oneEngine('an endpoint that never accepts an event', (start) => {
  it('leaves deliveries DEAD after seven days and 331 to 344 attempts', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    await server.app.settle();
    await server.request('PATCH', '/config', { webhookEndpoint: 'http://127.0.0.1:9/nobody' });
    const { body } = await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to }));
    // Both events have the same schedule.
    await server.request('POST', `/quotes/${body.id}/cancel`);
    await server.advance(8 * dayMs);
    const { body: log } = await server.request('GET', `/events?resourceId=${body.transactionId}`);
    const dead = { status: 'DEAD', nextAttemptAt: null, attemptCount: expect.any(Number) };
    expect(log.data).toMatchObject([dead, dead]);
    for (const { id, createdAt, attemptCount } of log.data) {
      // Doubling from 30 s to 30 min covers 63.5 min in 7 steps, then one attempt each half hour of 7 days.
      expect([attemptCount > 330, attemptCount < 345]).toEqual([true, true]);
      const { attempts, payload } = (await server.request('GET', `/events/${id}`)).body;
      expect([payload.length > 0, attempts.length]).toEqual([true, 100]);
      const lastAfterMs = Date.parse(attempts[0].startedAt) - Date.parse(createdAt);
      expect([lastAfterMs > 7 * dayMs - 31 * minuteMs, lastAfterMs <= 7 * dayMs]).toEqual([true, true]);
    }
  });
});

oneEngine('the test webhook', (start) => {
  it('sends one TEST event without data and returns the response of the endpoint', async () => {
    const server = await start();
    const inbox = await connect(server);
    inbox.answer = () => ({ status: 202, body: 'thanks' });
    const { status, body } = await server.request('POST', '/sandbox/webhooks/test');
    expect([status, body]).toEqual([200, { url: inbox.url, response_status: 202, response_body: 'thanks' }]);
    const [sent] = inbox.received;
    await expectSigned(server, sent);
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      test: true,
      timestamp: expect.any(String),
      webhookId: expect.stringMatching(/^Webhook:/),
      type: 'TEST',
    });
    await server.advance(4 * minuteMs);
    expect(inbox.received).toHaveLength(1);
  });

  it('refuses with WEBHOOK_ENDPOINT_NOT_SET, or with WEBHOOK_DELIVERY_ERROR without a response', async () => {
    const server = await start();
    const unset = await server.request('POST', '/sandbox/webhooks/test');
    expect([unset.status, unset.body.code]).toEqual([400, 'WEBHOOK_ENDPOINT_NOT_SET']);
    await server.request('PATCH', '/config', { webhookEndpoint: 'http://127.0.0.1:9/nobody' });
    const dead = await server.request('POST', '/sandbox/webhooks/test');
    expect([dead.status, dead.body.code]).toEqual([400, 'WEBHOOK_DELIVERY_ERROR']);
  });
});

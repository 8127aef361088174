import { afterEach, beforeEach, expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { eventsOf, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { type TestServer, testStart } from '../../../test/test-server.ts';
import { openInbox, type WebhookInbox } from '../../../test/webhook-inbox.ts';

const dayS = 86_400;

async function payByAch(server: TestServer): Promise<string> {
  const { customerId, accounts } = await makeSender(server);
  const to = await makeUsdAccount(server, customerId);
  const extra = {
    destination: { destinationType: 'ACCOUNT', accountId: to, paymentRail: 'ACH' },
    immediatelyExecute: true,
  };
  const quote = await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to, extra }));
  expect(quote.status).toBe(201);
  return quote.body.transactionId;
}

eachEngine('advancing the sandbox clock', (start) => {
  let inbox: WebhookInbox;
  beforeEach(async () => {
    inbox = await openInbox();
  });
  afterEach(() => inbox.close());

  it('settles an ACH payment, and lists the event and its delivery in order', async () => {
    const server = await start();
    const transactionId = await payByAch(server);
    const { body } = await server.request('GET', `/transactions/${transactionId}`);
    await server.request('PATCH', '/config', { webhookEndpoint: inbox.url });
    const answer = await server.request('POST', '/sandbox/clock/advance', { to: body.expectedSettlementAt });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      from: testStart,
      to: body.expectedSettlementAt,
      now: body.expectedSettlementAt,
      isComplete: true,
      omittedCount: 0,
    });
    expect(answer.body.happened).toEqual([
      {
        kind: 'EVENT',
        at: body.expectedSettlementAt,
        webhookId: expect.stringMatching(/^Webhook:/),
        type: 'OUTGOING_PAYMENT.COMPLETED',
        resourceId: transactionId,
      },
      expect.objectContaining({ kind: 'DELIVERY', type: 'OUTGOING_PAYMENT.COMPLETED', attempt: 1, statusCode: 200 }),
    ]);
    expect(await eventsOf(server, transactionId)).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.PROCESSING',
      'OUTGOING_PAYMENT.COMPLETED',
    ]);
    expect((await server.request('GET', '/sandbox/clock')).body.now).toBe(body.expectedSettlementAt);
  });

  it('retries webhooks at their due times', async () => {
    const server = await start();
    inbox.answer = () => ({ status: 500 });
    await server.request('PATCH', '/config', { webhookEndpoint: inbox.url });
    const { customerId } = await makeSender(server, 'USD', 0);
    const { body } = await server.request('POST', '/sandbox/clock/advance', { seconds: 600 });
    const retries = body.happened.filter(({ type }: { type: string }) => type === 'CUSTOMER.KYC_APPROVED');
    expect(retries.map(({ at, attempt, resourceId }: Record<string, unknown>) => [at, attempt, resourceId])).toEqual([
      ['2025-01-01T00:00:30.000Z', 2, customerId],
      ['2025-01-01T00:01:30.000Z', 3, customerId],
      ['2025-01-01T00:03:30.000Z', 4, customerId],
      ['2025-01-01T00:07:30.000Z', 5, customerId],
    ]);
  });

  it('lists the first 200 activities and counts the omitted ones', async () => {
    const server = await start();
    inbox.answer = () => ({ status: 500 });
    await server.request('PATCH', '/config', { webhookEndpoint: inbox.url });
    for (let count = 0; count < 12; count += 1) {
      await server.request('POST', '/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
    }
    const { body } = await server.request('POST', '/sandbox/clock/advance', { seconds: dayS / 2 });
    expect(body.happened).toHaveLength(200);
    expect(body.omittedCount).toBeGreaterThan(0);
    const times = body.happened.map(({ at }: { at: string }) => at);
    expect(times).toEqual([...times].sort());
  });

  it('requires either seconds or to, not in the past and at most 366 days ahead', async () => {
    const server = await start();
    for (const [body, field, words] of [
      [{}, 'seconds', 'either'],
      [{ seconds: 1, to: '2025-01-02T00:00:00Z' }, 'seconds', 'either'],
      [{ to: '2024-12-31T23:59:59Z' }, 'to', 'does not go back'],
      [{ to: '2026-01-03T00:00:00Z' }, 'to', '366 days'],
      [{ seconds: -1 }, 'seconds', '0'],
      [{ seconds: 366 * dayS + 1 }, 'seconds', '31622400'],
    ] as const) {
      const answer = await server.request('POST', '/sandbox/clock/advance', body);
      expect([answer.status, answer.body.code], JSON.stringify(body)).toEqual([400, 'INVALID_INPUT']);
      expect(answer.body.details.errors[0]).toMatchObject({ field, message: expect.stringContaining(words) });
    }
    const nowhere = await server.request('POST', '/sandbox/clock/advance', { to: '2025-01-01T01:00:00+01:00' });
    expect(nowhere.body).toMatchObject({ from: testStart, now: testStart, isComplete: true });
  });

  it('refuses to advance past the last day of the calendars, 2100-01-01', async () => {
    const server = await start();
    server.clock.moveTo('2099-12-31T00:00:00.000Z');
    const answer = await server.request('POST', '/sandbox/clock/advance', { to: '2100-01-02T00:00:00Z' });
    expect(answer.body.details.errors[0]).toMatchObject({
      field: 'to',
      message: expect.stringContaining('2100-01-01'),
    });
  });
});

// A separate store: undelivered events of other tests would be retried for days.
oneEngine('advancing the sandbox clock beside another platform', (start) => {
  it('lists nothing of another platform', async () => {
    const server = await start();
    const other = await start();
    const transactionId = await payByAch(other);
    const { body } = await server.request('POST', '/sandbox/clock/advance', { seconds: 10 * dayS });
    expect(body).toMatchObject({ isComplete: true, happened: [], omittedCount: 0 });
    // Its own clock has not moved, so nothing has become due there.
    expect((await other.request('GET', `/transactions/${transactionId}`)).body.status).toBe('PROCESSING');
  });
});

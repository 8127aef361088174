import { afterEach, expect, it } from 'vitest';
import { eachEngine, oneEngine, type Start } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { makeReceiver, newIncoming, readTransaction } from '../../../test/uma-payments.ts';
import { openInbox, type WebhookInbox } from '../../../test/webhook-inbox.ts';
import { minuteMs, secondMs } from '../../ground/clock/instant.ts';

const inboxes: WebhookInbox[] = [];
afterEach(async () => {
  for (const inbox of inboxes.splice(0)) await inbox.close();
});

interface Answered {
  readonly status: number;
  readonly body?: string;
}

/** A platform whose endpoint answers INCOMING_PAYMENT.PENDING with this response, and everything else with 200. */
async function startAnswering(start: Start, answer: Answered): Promise<{ server: TestServer; inbox: WebhookInbox }> {
  const server = await start();
  const inbox = await openInbox();
  inboxes.push(inbox);
  inbox.answer = ({ body }) =>
    (JSON.parse(body) as { type: string }).type === 'INCOMING_PAYMENT.PENDING' ? answer : { status: 200 };
  await server.request('PATCH', '/config', { webhookEndpoint: inbox.url });
  return { server, inbox };
}

const pending = 'INCOMING_PAYMENT.PENDING';
const failed = [pending, 'INCOMING_PAYMENT.FAILED'];
const completed = [pending, 'INCOMING_PAYMENT.PROCESSING', 'INCOMING_PAYMENT.COMPLETED'];

oneEngine('the answer to INCOMING_PAYMENT.PENDING of a UMA payment', (start) => {
  it('approves with 200, and the other events follow in order', async () => {
    const { server, inbox } = await startAnswering(start, { status: 200 });
    const { id, accounts } = await newIncoming(server);
    await server.advance(minuteMs);
    expect((await readTransaction(server, id)).status).toBe('COMPLETED');
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(7_500);
    expect(inbox.types().filter((type) => type.startsWith('INCOMING_PAYMENT.'))).toEqual(completed);
    await expectHealthy(server);
  });

  it('carries the mandatory fields of the customer, or the payment fails', async () => {
    const sender = '$demands.identity.usd@one.example.com';
    const given = { BIRTH_DATE: '1815-12-10', NATIONALITY: 'GB', ADDRESS: '12 St James Square' };
    for (const [body, outcome] of [
      [JSON.stringify({ receiverCustomerInfo: given }), { status: 'COMPLETED' }],
      [JSON.stringify({ receiverCustomerInfo: { ...given, ADDRESS: '' } }), { status: 'FAILED' }],
      [JSON.stringify({ receiverCustomerInfo: { ...given, ADDRESS: {} } }), { status: 'FAILED' }],
      [JSON.stringify({ receiverCustomerInfo: { ...given, NATIONALITY: 826 } }), { status: 'FAILED' }],
      ['{"receiverCustomerInfo": []}', { status: 'FAILED' }],
      ['thank you', { status: 'FAILED', failureReason: 'MISSING_MANDATORY_PAYEE_DATA' }],
    ] as const) {
      const { server } = await startAnswering(start, { status: 200, body });
      const { id } = await newIncoming(server, sender);
      await server.advance(minuteMs);
      expect(await readTransaction(server, id)).toMatchObject(outcome);
    }
  });

  it('rejects the payment with 403', async () => {
    const body = JSON.stringify({ code: 'SCREENING_HIT', reason: 'The payer is on a sanctions list.' });
    const { server, inbox } = await startAnswering(start, { status: 403, body });
    const { id, accounts } = await newIncoming(server);
    await server.advance(minuteMs);
    expect(await readTransaction(server, id)).toMatchObject({ status: 'FAILED', failureReason: 'COMPLIANCE_REJECTED' });
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(0);
    expect(inbox.types().filter((type) => type.startsWith('INCOMING_PAYMENT.'))).toEqual(failed);
  });

  it.each([202, 201, 204, 409])(
    'leaves the decision to a request within five seconds when it is %i',
    async (status) => {
      const { server } = await startAnswering(start, { status });
      const [first, second] = [await newIncoming(server), await newIncoming(server)];
      await server.advance(4 * secondMs);
      expect((await server.request('POST', `/transactions/${first.id}/approve`)).status).toBe(200);
      await server.advance(minuteMs);
      expect((await readTransaction(server, first.id)).status).toBe('COMPLETED');
      expect(await readTransaction(server, second.id)).toMatchObject({
        status: 'FAILED',
        failureReason: 'PAYMENT_APPROVAL_TIMED_OUT',
      });
      expect(await eventsOf(server, second.id)).toEqual(failed);
    },
  );

  it.each([500, 400, 401, 302])(
    'fails the payment with PAYMENT_APPROVAL_WEBHOOK_ERROR when it is %i',
    async (status) => {
      const { server, inbox } = await startAnswering(start, { status });
      const { id } = await newIncoming(server);
      await server.advance(minuteMs);
      expect(await readTransaction(server, id)).toMatchObject({
        status: 'FAILED',
        failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR',
      });
      expect(inbox.types().filter((type) => type === pending)).toHaveLength(1);
    },
  );

  it('fails the payment when the endpoint is unreachable', async () => {
    const { server, inbox } = await startAnswering(start, { status: 200 });
    await inbox.close();
    const { id } = await newIncoming(server);
    await server.advance(secondMs);
    expect((await readTransaction(server, id)).failureReason).toBe('PAYMENT_APPROVAL_WEBHOOK_ERROR');
  });

  it('requests more fields with 422 and leaves the decision to a later request', async () => {
    const body = JSON.stringify({ requiredFields: ['BIRTH_DATE', 'ADDRESS'] });
    const { server, inbox } = await startAnswering(start, { status: 422, body });
    const { answer } = inbox;
    inbox.answer = (request) => {
      server.clock.moveTo('2025-01-01T00:00:04.000Z');
      return answer(request);
    };
    const [{ id }, late] = [await newIncoming(server), await newIncoming(server)];
    await server.app.settle();
    inbox.answer = answer;
    expect(await readTransaction(server, id)).toMatchObject({
      status: 'PENDING',
      counterpartyInformation: { FULL_NAME: 'Grace Hopper', BIRTH_DATE: '1985-12-09', ADDRESS: expect.any(String) },
    });
    await server.advance(5 * secondMs - 1);
    expect((await server.request('POST', `/transactions/${id}/approve`)).status).toBe(200);
    await server.advance(1);
    expect((await server.request('POST', `/transactions/${late.id}/approve`)).status).toBe(409);
    await server.advance(minuteMs);
    expect(await eventsOf(server, id)).toEqual(completed);
    expect((await readTransaction(server, late.id)).failureReason).toBe('PAYMENT_APPROVAL_TIMED_OUT');
  });

  it('leaves at most ten seconds in all, however often it is 422', async () => {
    const { server } = await startAnswering(start, { status: 422, body: '{"requiredFields": []}' });
    const { id } = await newIncoming(server);
    const event = (await server.request('GET', `/events?resourceId=${id}`)).body.data[0].id;
    for (const waitMs of [0, 4 * secondMs, 4 * secondMs, 2 * secondMs - 1]) {
      await server.advance(waitMs);
      expect((await readTransaction(server, id)).status).toBe('PENDING');
      await server.request('POST', `/events/${event}/resend`);
      await server.app.settle();
    }
    await server.advance(1);
    expect((await server.request('POST', `/transactions/${id}/approve`)).status).toBe(409);
    expect(await readTransaction(server, id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'PAYMENT_APPROVAL_TIMED_OUT',
    });
  });

  it('is ignored when a request has decided first', async () => {
    const { server, inbox } = await startAnswering(start, { status: 202 });
    const { id } = await newIncoming(server);
    inbox.answer = () => ({ status: 403 });
    await server.request('POST', `/transactions/${id}/approve`);
    await server.advance(minuteMs);
    expect((await readTransaction(server, id)).status).toBe('COMPLETED');
  });
});

eachEngine('the answer to INCOMING_PAYMENT.PENDING of a UMA payment', (start) => {
  it('times out after a 422 too, and rejects when the other provider does not supply the fields', async () => {
    const known = await startAnswering(start, { status: 422, body: '{"requiredFields": ["BIRTH_DATE"]}' });
    const slow = await newIncoming(known.server);
    await known.server.advance(minuteMs);
    expect((await readTransaction(known.server, slow.id)).failureReason).toBe('PAYMENT_APPROVAL_TIMED_OUT');
    const unknown = await startAnswering(start, { status: 422, body: '{"requiredFields": ["SHOE_SIZE"]}' });
    const shoeless = await newIncoming(unknown.server);
    await unknown.server.advance(secondMs);
    expect((await readTransaction(unknown.server, shoeless.id)).failureReason).toBe('COMPLIANCE_REJECTED');
    const silent = await newIncoming(known.server, '$fail.information@one.example.com');
    await known.server.advance(secondMs);
    expect((await readTransaction(known.server, silent.id)).failureReason).toBe('COMPLIANCE_REJECTED');
  });
});

oneEngine('the answer to INCOMING_PAYMENT.PENDING of another payment', (start) => {
  it('does not reject a payment between internal accounts with 403', async () => {
    const { server } = await startAnswering(start, { status: 403 });
    const { accounts } = await makeReceiver(server);
    await server.request('POST', `/sandbox/internal-accounts/${accounts['USD']}/fund`, { amount: 10_000 });
    const { body } = await server.request('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: accounts['USD'] },
      destination: { destinationType: 'ACCOUNT', accountId: accounts['EUR'] },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
      immediatelyExecute: true,
    });
    await server.advance(minuteMs);
    expect((await readTransaction(server, body.transactionId)).status).toBe('COMPLETED');
  });
});

import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf, makeGbpAccount, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { dayMs, epochMsOf, hourMs, minuteMs, secondMs } from '../../ground/clock/instant.ts';

interface Payment {
  readonly id: string;
  readonly quoteId: string;
  readonly from: string;
}

async function pay(server: TestServer, paymentRail: string, suffix = '111', extra: object = {}): Promise<Payment> {
  const { customerId, accounts } = await makeSender(server);
  const accountId = await makeUsdAccount(server, customerId, suffix);
  const from = accounts['USD'] ?? '';
  const { body } = await server.request('POST', '/quotes', {
    ...quoteBody({ from, to: accountId, extra: { immediatelyExecute: true, ...extra } }),
    destination: { destinationType: 'ACCOUNT', accountId, paymentRail },
  });
  return { id: body.transactionId, quoteId: body.id, from };
}

/** Pays 10000 of another currency to a bank account in US dollars, or collects it from there into that currency. */
async function convert(server: TestServer, way: string): Promise<Payment> {
  const { customerId, accounts } = await makeSender(server, 'EUR');
  const bank = await makeUsdAccount(server, customerId);
  const inside = accounts['EUR'] ?? '';
  const [from, to] = way === 'a pull' ? [bank, inside] : [inside, bank];
  const paymentRail = way === 'a pull' ? {} : { paymentRail: way };
  const { body } = await server.request('POST', '/quotes', {
    ...quoteBody({ from, to, extra: { immediatelyExecute: true } }),
    destination: { destinationType: 'ACCOUNT', accountId: to, ...paymentRail },
  });
  return { id: body.transactionId, quoteId: body.id, from: inside };
}

function cancel(server: TestServer, id: string, body?: object): Promise<Answer> {
  return server.request('POST', `/transactions/${id}/cancel`, body);
}

const started = ['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING'];
const refunded = ['OUTGOING_PAYMENT.REFUND_PENDING', 'OUTGOING_PAYMENT.REFUND_COMPLETED'];

oneEngine('cancelling a payment', (start) => {
  it.each(['ACH', 'WIRE'])(
    'refunds a payment over %s in progress and ends it as FAILED after the refund',
    async (rail) => {
      const server = await start();
      const { id, quoteId, from } = await pay(server, rail);
      await server.advance(hourMs);
      const answer = await cancel(server, id, { reason: 'The invoice was paid twice.' });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          id,
          status: 'PROCESSING',
          refund: { status: 'PENDING', reason: 'USER_CANCELLATION', initiatedAt: '2025-01-01T01:00:00.000Z' },
        },
      });
      expect(await balanceOf(server, from)).toBe(990_000);
      await server.advance(4 * dayMs);
      const { body } = await server.request('GET', `/transactions/${id}`);
      expect(body).toMatchObject({
        status: 'FAILED',
        failureReason: 'QUOTE_EXECUTION_FAILED',
        refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
      });
      expect((await server.request('GET', `/quotes/${quoteId}`)).body.status).toBe('FAILED');
      expect(body.settledAt).toBeUndefined();
      expect(await balanceOf(server, from)).toBe(1_000_000);
      expect(await eventsOf(server, id)).toEqual([...started, ...refunded, 'OUTGOING_PAYMENT.FAILED']);
      await expectHealthy(server);
    },
  );

  it('completes a payment that the bank delivers despite the refund', async () => {
    const server = await start();
    const { id, quoteId, from } = await pay(server, 'ACH', '006');
    await cancel(server, id);
    await server.advance(minuteMs);
    const { body } = await server.request('GET', `/transactions/${id}`);
    expect(body).toMatchObject({ status: 'COMPLETED', refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' } });
    expect((await server.request('GET', `/quotes/${quoteId}`)).body.status).toBe('COMPLETED');
    expect(await balanceOf(server, from)).toBe(1_000_000);
    expect(await eventsOf(server, id)).toEqual([...started, ...refunded, 'OUTGOING_PAYMENT.COMPLETED']);
    await expectHealthy(server);
  });

  it('emits REFUND_FAILED when the refund fails', async () => {
    const server = await start();
    const { id, from } = await pay(server, 'ACH', '007');
    await cancel(server, id);
    await server.advance(3 * dayMs);
    expect((await server.request('GET', `/transactions/${id}`)).body).toMatchObject({
      status: 'FAILED',
      refund: { status: 'FAILED', reason: 'USER_CANCELLATION' },
    });
    expect(await balanceOf(server, from)).toBe(990_000);
    expect((await eventsOf(server, id)).slice(2)).toEqual([
      'OUTGOING_PAYMENT.REFUND_PENDING',
      'OUTGOING_PAYMENT.REFUND_FAILED',
      'OUTGOING_PAYMENT.FAILED',
    ]);
    await expectHealthy(server);
  });

  it('is refused in the last hour before the settlement and after it', async () => {
    const server = await start();
    const slow = await pay(server, 'WIRE');
    const soon = await pay(server, 'ACH', '003');
    expect((await cancel(server, soon.id)).body).toMatchObject({ code: 'TRANSACTION_NOT_CANCELLABLE', status: 409 });
    const { expectedSettlementAt } = (await server.request('GET', `/transactions/${slow.id}`)).body;
    await server.advance(epochMsOf(expectedSettlementAt) - epochMsOf(server.clock.now()) - hourMs);
    expect((await cancel(server, slow.id)).body.code).toBe('TRANSACTION_NOT_CANCELLABLE');
    await server.advance(4 * dayMs);
    expect((await cancel(server, slow.id)).body.code).toBe('TRANSACTION_NOT_CANCELLABLE');
    expect((await server.request('GET', `/transactions/${slow.id}`)).body.status).toBe('COMPLETED');
  });

  it('is refused before the quote is executed and after it has expired', async () => {
    const server = await start();
    const { id } = await pay(server, 'ACH', '111', { immediatelyExecute: false });
    expect((await cancel(server, id)).body.code).toBe('TRANSACTION_NOT_CANCELLABLE');
    await server.advance(dayMs);
    expect((await cancel(server, id)).body.code).toBe('TRANSACTION_NOT_CANCELLABLE');
    expect(await eventsOf(server, id)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.EXPIRED']);
  });

  it('is refused over RTP, to a GBP account and between internal accounts', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const from = accounts['USD'] ?? '';
    const inside = quoteBody({ from, to: accounts['EUR'] ?? '', extra: { immediatelyExecute: true } });
    const pounds = quoteBody({
      from,
      to: await makeGbpAccount(server, customerId),
      extra: { immediatelyExecute: true },
    });
    const ids = [(await pay(server, 'RTP')).id];
    for (const body of [inside, pounds]) ids.push((await server.request('POST', '/quotes', body)).body.transactionId);
    for (const id of ids) {
      const answer = await cancel(server, id);
      expect(answer).toMatchObject({ status: 409, body: { code: 'TRANSACTION_NOT_CANCELLABLE' } });
    }
  });

  it.each(['ACH', 'WIRE', 'a pull'])(
    'cancels a conversion until its quote expires, and no longer, over %s',
    async (way) => {
      const server = await start();
      const [early, late] = [await convert(server, way), await convert(server, way)];
      const { expiresAt } = (await server.request('GET', `/quotes/${late.quoteId}`)).body;
      await server.advance(epochMsOf(expiresAt) - epochMsOf(server.clock.now()) - secondMs);
      expect((await cancel(server, early.id)).status).toBe(200);
      await server.advance(secondMs);
      const refused = await cancel(server, late.id);
      expect(refused).toMatchObject({ status: 409, body: { code: 'TRANSACTION_NOT_CANCELLABLE' } });
      expect(refused.body.reason).toContain(`at a price that expired at ${expiresAt}`);
      await server.advance(10 * dayMs);
      expect((await server.request('GET', `/transactions/${early.id}`)).body.status).toBe('FAILED');
      expect((await server.request('GET', `/transactions/${late.id}`)).body.status).toBe('COMPLETED');
      expect(await balanceOf(server, early.from)).toBe(1_000_000);
      await expectHealthy(server);
    },
  );

  it('accepts a reason of up to 500 characters', async () => {
    const server = await start();
    const { id } = await pay(server, 'ACH');
    const answer = await cancel(server, id, { reason: 'x'.repeat(501) });
    expect(refusedFields(answer)).toEqual(['reason']);
    expect((await cancel(server, id, { reason: 'x'.repeat(500) })).status).toBe(200);
  });

  it('returns TRANSACTION_NOT_FOUND for a payment of another platform', async () => {
    const [server, other] = [await start(), await start()];
    const { id } = await pay(other, 'ACH');
    for (const foreign of [id, 'Transaction:00000000-0000-7000-8000-000000000000'])
      expect(await cancel(server, foreign)).toMatchObject({ status: 404, body: { code: 'TRANSACTION_NOT_FOUND' } });
    expect((await other.request('GET', `/transactions/${id}`)).body.refund).toBeUndefined();
  });
});

eachEngine('cancelling a payment', (start) => {
  it('cancels once with 8 parallel requests and refuses a repeat', async () => {
    const server = await start();
    const { id, from } = await pay(server, 'ACH');
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(server, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'TRANSACTION_NOT_CANCELLABLE' });
    await server.advance(minuteMs);
    expect((await cancel(server, id)).body.code).toBe('TRANSACTION_NOT_CANCELLABLE');
    expect(await balanceOf(server, from)).toBe(1_000_000);
    expect(await eventsOf(server, id)).toEqual([...started, ...refunded, 'OUTGOING_PAYMENT.FAILED']);
    await expectHealthy(server);
  });
});

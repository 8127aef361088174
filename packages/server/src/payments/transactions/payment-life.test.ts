import { expect, it } from 'vitest';
import { expectStatus } from '../../../test/caller.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import {
  balanceOf,
  eventsOf,
  fund,
  makeSender,
  makeUsdAccount,
  platformAccountOf,
  quoteBody,
} from '../../../test/parties.ts';
import { basePath, type TestServer } from '../../../test/test-server.ts';
import { createApp } from '../../app.ts';
import { minuteMs, secondMs } from '../../ground/clock/instant.ts';
import { createSandboxRails } from '../../sandbox/adapters/sandbox-rails.ts';

interface Payment {
  readonly transactionId: string;
  readonly quoteId: string;
  readonly from: string;
}

async function pay(server: TestServer, suffix: string, extra: object = {}, paymentRail?: string): Promise<Payment> {
  const { customerId, accounts } = await makeSender(server);
  const to = await makeUsdAccount(server, customerId, suffix);
  const from = accounts['USD'] ?? '';
  const destination = { destinationType: 'ACCOUNT', accountId: to, ...(paymentRail && { paymentRail }) };
  const { body } = await server.request('POST', '/quotes', {
    ...quoteBody({ from, to, extra: { immediatelyExecute: true, ...extra } }),
    destination,
  });
  return { transactionId: body.transactionId, quoteId: body.id, from };
}

const started = ['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING'];

oneEngine('the life of a payment', (start) => {
  it('completes after the settlement time of its rail, not before', async () => {
    const server = await start();
    const { transactionId, quoteId } = await pay(server, '111');
    await server.advance(secondMs);
    expect((await server.request('GET', `/transactions/${transactionId}`)).body.status).toBe('PROCESSING');
    await server.advance(secondMs);
    const { body } = await server.request('GET', `/transactions/${transactionId}`);
    expect(body).toMatchObject({ status: 'COMPLETED', settledAt: '2025-01-01T00:00:02.000Z' });
    expect((await server.request('GET', `/quotes/${quoteId}`)).body.status).toBe('COMPLETED');
    expect(await eventsOf(server, transactionId)).toEqual([...started, 'OUTGOING_PAYMENT.COMPLETED']);
    await expectHealthy(server);
  });

  it('settles over ACH after two banking days, counted from the next opening of the banks', async () => {
    const server = await start();
    const { transactionId } = await pay(server, '111', {}, 'ACH');
    const { body } = await server.request('GET', `/transactions/${transactionId}`);
    // Submitted in the evening of New Year's Eve in New York; Thursday, Friday and Monday are banking days.
    expect(body.expectedSettlementAt).toBe('2025-01-06T13:30:00.000Z');
    await server.advance(Date.parse(body.expectedSettlementAt) - Date.parse(server.clock.now()) - 1);
    expect((await server.request('GET', `/transactions/${transactionId}`)).body.status).toBe('PROCESSING');
    await server.advance(1);
    expect((await server.request('GET', `/transactions/${transactionId}`)).body).toMatchObject({
      status: 'COMPLETED',
      settledAt: body.expectedSettlementAt,
    });
  });

  it('completes between five and six minutes for the sandbox account ending in 003', async () => {
    const server = await start();
    const { transactionId } = await pay(server, '003');
    await server.advance(5 * minuteMs);
    expect((await server.request('GET', `/transactions/${transactionId}`)).body.status).toBe('PROCESSING');
    await server.advance(minuteMs);
    expect((await server.request('GET', `/transactions/${transactionId}`)).body.status).toBe('COMPLETED');
  });

  it('refunds a failed payment to the source account automatically', async () => {
    const server = await start();
    for (const [suffix, reason] of [
      ['002', 'QUOTE_EXECUTION_FAILED'],
      ['004', 'ACCOUNT_CANNOT_RECEIVE'],
    ] as const) {
      const { transactionId, quoteId, from } = await pay(server, suffix);
      await server.advance(minuteMs);
      const { body } = await server.request('GET', `/transactions/${transactionId}`);
      expect(body).toMatchObject({
        status: 'FAILED',
        failureReason: reason,
        refund: {
          status: 'COMPLETED',
          reason: 'TRANSACTION_FAILED',
          initiatedAt: expect.any(String),
          settledAt: expect.any(String),
          reference: expect.any(String),
        },
      });
      expect((await server.request('GET', `/quotes/${quoteId}`)).body.status).toBe('FAILED');
      expect(await balanceOf(server, from)).toBe(1_000_000);
      expect(await eventsOf(server, transactionId)).toEqual([
        ...started,
        'OUTGOING_PAYMENT.FAILED',
        'OUTGOING_PAYMENT.REFUND_PENDING',
        'OUTGOING_PAYMENT.REFUND_COMPLETED',
      ]);
    }
    await expectHealthy(server);
  });

  it('leaves the amount owed when the refund fails too', async () => {
    const server = await start();
    const { transactionId, from } = await pay(server, '007');
    await server.advance(minuteMs);
    const { body } = await server.request('GET', `/transactions/${transactionId}`);
    expect(body).toMatchObject({ status: 'FAILED', refund: { status: 'FAILED' } });
    expect(body.refund.settledAt).toBeUndefined();
    expect(await balanceOf(server, from)).toBe(990_000);
    expect((await eventsOf(server, transactionId)).slice(2)).toEqual([
      'OUTGOING_PAYMENT.FAILED',
      'OUTGOING_PAYMENT.REFUND_PENDING',
      'OUTGOING_PAYMENT.REFUND_FAILED',
    ]);
    await expectHealthy(server);
  });

  it('fails a completed payment that the bank returns, and refunds it', async () => {
    const server = await start();
    const { transactionId, quoteId, from } = await pay(server, '005');
    await server.advance(minuteMs);
    const { body } = await server.request('GET', `/transactions/${transactionId}`);
    expect(body).toMatchObject({ status: 'FAILED', failureReason: 'PAYOUT_RETURNED', refund: { status: 'COMPLETED' } });
    expect((await server.request('GET', `/quotes/${quoteId}`)).body.status).toBe('COMPLETED');
    expect(await balanceOf(server, from)).toBe(1_000_000);
    expect((await eventsOf(server, transactionId)).slice(2)).toEqual([
      'OUTGOING_PAYMENT.COMPLETED',
      'OUTGOING_PAYMENT.FAILED',
      'OUTGOING_PAYMENT.REFUND_PENDING',
      'OUTGOING_PAYMENT.REFUND_COMPLETED',
    ]);
    await expectHealthy(server);
  });

  it('refunds a manual cancellation and completes when the provider still delivers', async () => {
    const server = await start();
    const { transactionId, from } = await pay(server, '006');
    await server.advance(minuteMs);
    const { body } = await server.request('GET', `/transactions/${transactionId}`);
    expect(body).toMatchObject({ status: 'COMPLETED', refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' } });
    expect(body.failureReason).toBeUndefined();
    expect(await balanceOf(server, from)).toBe(1_000_000);
    expect((await eventsOf(server, transactionId)).slice(2)).toEqual([
      'OUTGOING_PAYMENT.REFUND_PENDING',
      'OUTGOING_PAYMENT.REFUND_COMPLETED',
      'OUTGOING_PAYMENT.COMPLETED',
    ]);
    await expectHealthy(server);
  });

  it('expires an outgoing payment whose quote is not executed', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to }));
    await server.advance(5 * minuteMs);
    expect((await server.request('GET', `/quotes/${quote.id}`)).body.status).toBe('EXPIRED');
    const { body } = await server.request('GET', `/transactions/${quote.transactionId}`);
    expect(body.status).toBe('EXPIRED');
    expect(body.failureReason).toBeUndefined();
    expect(await eventsOf(server, quote.transactionId)).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.EXPIRED',
    ]);
    await expectHealthy(server);
  });

  it('fails an incoming payment with QUOTE_EXPIRED when its quote is not executed', async () => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const { body: quote } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to: accounts['EUR'] ?? '' }),
    );
    await server.advance(5 * minuteMs);
    const { body } = await server.request('GET', `/transactions/${quote.transactionId}`);
    expect(body).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXPIRED' });
    expect(body.refund).toBeUndefined();
    expect(await eventsOf(server, quote.transactionId)).toEqual([
      'INCOMING_PAYMENT.PENDING',
      'INCOMING_PAYMENT.FAILED',
    ]);
    await expectHealthy(server);
  });

  it('credits the converted amount to an internal account on completion', async () => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const [from, to] = [accounts['USD'] ?? '', accounts['EUR'] ?? ''];
    const { body: quote } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from, to, extra: { immediatelyExecute: true } }),
    );
    expect(await balanceOf(server, to)).toBe(0);
    await server.advance(minuteMs);
    expect(await balanceOf(server, to)).toBe(quote.totalReceivingAmount);
    expect(await eventsOf(server, quote.transactionId)).toEqual([
      'INCOMING_PAYMENT.PENDING',
      'INCOMING_PAYMENT.PROCESSING',
      'INCOMING_PAYMENT.COMPLETED',
    ]);
    await expectHealthy(server);
  });

  it('credits the platform fee on settlement and reverses it with a return', async () => {
    const server = await start();
    const fees = await platformAccountOf(server);
    const platformFeeOverride = { platformFixedFee: { amount: 100, currency: 'USD' }, platformVariableFeeBps: 0 };
    await pay(server, '005', { platformFeeOverride });
    expect(await balanceOf(server, fees)).toBe(0);
    await server.advance(2 * secondMs);
    expect(await balanceOf(server, fees)).toBe(100);
    await server.advance(minuteMs);
    expect(await balanceOf(server, fees)).toBe(0);
    await expectHealthy(server);
  });

  it('leaves a refunded account able to receive funds', async () => {
    const server = await start();
    const { from } = await pay(server, '002');
    await server.advance(minuteMs);
    await fund(server, from, 1);
    expect(await balanceOf(server, from)).toBe(1_000_001);
    const { customerId } = await makeSender(server, 'USD', 0);
    const to = await makeUsdAccount(server, customerId);
    const whole = quoteBody({ from, to, amount: 1_000_001, extra: { immediatelyExecute: true } });
    expectStatus(await server.request('POST', '/quotes', whole), 201);
    expect(await balanceOf(server, from)).toBe(0);
  });
});

eachEngine('the life of a payment', (start) => {
  it('refunds once when due work runs three times in parallel', async () => {
    const sandbox = createSandboxRails();
    const looks: string[] = [];
    const poll: typeof sandbox.poll = (payment, now) => {
      looks.push(payment.transactionId);
      return sandbox.poll(payment, now);
    };
    const first = await start({ deps: { rails: { ...sandbox, poll } } });
    const { transactionId, from } = await pay(first, '002');
    const bugs: unknown[] = [];
    const second = createApp(first.deps, { basePath, onBug: (bug) => bugs.push(bug) });
    try {
      first.clock.moveTo('2025-01-01T00:00:10.000Z');
      await Promise.all([first.app.settle(), second.settle(), first.app.settle(), second.settle()]);
      await first.advance(minuteMs);
    } finally {
      await second.stop();
    }
    expect([bugs, looks]).toEqual([[], [transactionId]]);
    expect(await balanceOf(first, from)).toBe(1_000_000);
    expect(await eventsOf(first, transactionId)).toHaveLength(5);
    await expectHealthy(first);
  });
});

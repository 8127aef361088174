import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { readTransaction } from '../../../test/uma-payments.ts';
import { dayMs, minuteMs, secondMs } from '../../ground/clock/instant.ts';

async function pay(
  server: TestServer,
  suffix: string,
  rail: object = {},
): Promise<{ readonly id: string; readonly from: string }> {
  const { customerId, accounts } = await makeSender(server);
  const from = accounts['USD'] ?? '';
  const to = await makeUsdAccount(server, customerId, suffix);
  const destination = { destinationType: 'ACCOUNT', accountId: to, ...rail };
  const extra = { immediatelyExecute: true, destination };
  const { body } = await server.request('POST', '/quotes', quoteBody({ from, to, extra }));
  return { id: body.transactionId, from };
}

const started = ['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING'];
const refunded = ['OUTGOING_PAYMENT.FAILED', 'OUTGOING_PAYMENT.REFUND_PENDING', 'OUTGOING_PAYMENT.REFUND_COMPLETED'];

oneEngine('a payment that is held', (start) => {
  it.each([
    ['009', 'COMPLIANCE_REVIEW'],
    ['013', 'COUNTERPARTY_INFORMATION_REQUIRED'],
    ['014', 'COUNTERPARTY_DECLARATION_REQUIRED'],
    ['015', 'WALLET_VERIFICATION_REQUIRED'],
  ])('shows its pendingReason until it is released: account ending in %s, %s', async (suffix, pendingReason) => {
    const server = await start();
    const { id } = await pay(server, suffix);
    expect((await readTransaction(server, id)).pendingReason).toBeUndefined();
    await server.advance(secondMs);
    expect(await readTransaction(server, id)).toMatchObject({
      status: 'PROCESSING',
      pendingReason,
      updatedAt: '2025-01-01T00:00:01.000Z',
    });
    await server.advance(10 * minuteMs - 2 * secondMs);
    expect(await readTransaction(server, id)).toMatchObject({ status: 'PROCESSING', pendingReason });
    await server.advance(secondMs);
    const arrived = await readTransaction(server, id);
    expect(arrived.status).toBe('COMPLETED');
    expect(arrived.pendingReason).toBeUndefined();
    expect(await eventsOf(server, id)).toEqual([...started, 'OUTGOING_PAYMENT.COMPLETED']);
    await expectHealthy(server);
  });

  it('drops its pendingReason when the review releases it', async () => {
    const server = await start();
    const { id } = await pay(server, '009', { paymentRail: 'ACH' });
    await server.advance(secondMs);
    expect((await readTransaction(server, id)).pendingReason).toBe('COMPLIANCE_REVIEW');
    await server.advance(10 * minuteMs);
    const going = await readTransaction(server, id);
    expect([going.status, going.pendingReason]).toEqual(['PROCESSING', undefined]);
  });

  it('drops its pendingReason when it is cancelled', async () => {
    const server = await start();
    const { id } = await pay(server, '009', { paymentRail: 'ACH' });
    await server.advance(secondMs);
    expect((await readTransaction(server, id)).pendingReason).toBe('COMPLIANCE_REVIEW');
    const cancelled = await server.request('POST', `/transactions/${id}/cancel`);
    expect([cancelled.status, cancelled.body.pendingReason]).toEqual([200, undefined]);
    await server.advance(minuteMs);
    const ended = await readTransaction(server, id);
    expect([ended.status, ended.pendingReason]).toEqual(['FAILED', undefined]);
    await expectHealthy(server);
  });

  it('fails with COMPLIANCE_REJECTED and is refunded when the review rejects it', async () => {
    const server = await start();
    const { id, from } = await pay(server, '010');
    await server.advance(secondMs);
    expect((await readTransaction(server, id)).pendingReason).toBe('COMPLIANCE_REVIEW');
    await server.advance(11 * minuteMs);
    const failed = await readTransaction(server, id);
    expect(failed).toMatchObject({
      status: 'FAILED',
      failureReason: 'COMPLIANCE_REJECTED',
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
    });
    expect(failed.pendingReason).toBeUndefined();
    expect(await balanceOf(server, from)).toBe(1_000_000);
    expect(await eventsOf(server, id)).toEqual([...started, ...refunded]);
    await expectHealthy(server);
  });
});

oneEngine('a payment without a report from its rail', (start) => {
  it('fails one day after it was due and is refunded with the reason TIMEOUT', async () => {
    const server = await start();
    const { id, from } = await pay(server, '008');
    await server.advance(dayMs);
    expect((await readTransaction(server, id)).status).toBe('PROCESSING');
    await server.advance(minuteMs);
    expect(await readTransaction(server, id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_EXECUTION_FAILED',
      refund: { status: 'COMPLETED', reason: 'TIMEOUT' },
    });
    expect(await balanceOf(server, from)).toBe(1_000_000);
    expect(await eventsOf(server, id)).toEqual([...started, ...refunded]);
    await expectHealthy(server);
  });
});

oneEngine('a payout that a partner refuses', (start) => {
  it.each([
    ['011', 'LIMIT_EXCEEDED'],
    ['012', 'ACCOUNT_INVALID'],
  ])('fails with its failureReason and is refunded: account ending in %s, %s', async (suffix, failureReason) => {
    const server = await start();
    const { id, from } = await pay(server, suffix);
    await server.advance(minuteMs);
    expect(await readTransaction(server, id)).toMatchObject({
      status: 'FAILED',
      failureReason,
      refund: { status: 'COMPLETED' },
    });
    expect(await balanceOf(server, from)).toBe(1_000_000);
    expect(await eventsOf(server, id)).toEqual([...started, ...refunded]);
  });
});

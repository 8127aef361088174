import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf, makeMxnAccount, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { railsThat } from '../../../test/rails-that.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { dayMs, minuteMs } from '../../ground/clock/instant.ts';

interface Payment {
  readonly transactionId: string;
  readonly from: string;
}

async function payOut(server: TestServer): Promise<Payment> {
  const { customerId, accounts } = await makeSender(server);
  const from = accounts['USD'] ?? '';
  const to = await makeUsdAccount(server, customerId);
  const body = quoteBody({ from, to, extra: { immediatelyExecute: true } });
  return { from, transactionId: (await server.request('POST', '/quotes', body)).body.transactionId };
}

async function payIn(server: TestServer): Promise<Payment> {
  const { accounts } = await makeSender(server);
  const from = accounts['USD'] ?? '';
  const body = quoteBody({ from, to: accounts['EUR'] ?? '', extra: { immediatelyExecute: true } });
  return { from, transactionId: (await server.request('POST', '/quotes', body)).body.transactionId };
}

oneEngine('a failure that a rail reports', (start) => {
  it.each([
    'QUOTE_EXECUTION_FAILED',
    'LIMIT_EXCEEDED',
    'ACCOUNT_CANNOT_RECEIVE',
    'ACCOUNT_INVALID',
    'COMPLIANCE_REJECTED',
  ] as const)('is shown as %s and followed by a refund', async (reason) => {
    const server = await start({ deps: { rails: railsThat({ report: { kind: 'FAILED', reason } }) } });
    const { transactionId, from } = await payOut(server);
    await server.advance(minuteMs);
    const { body } = await server.request('GET', `/transactions/${transactionId}`);
    expect(body).toMatchObject({ status: 'FAILED', failureReason: reason, refund: { status: 'COMPLETED' } });
    expect(await balanceOf(server, from)).toBe(1_000_000);
    expect((await eventsOf(server, transactionId)).slice(2)).toEqual([
      'OUTGOING_PAYMENT.FAILED',
      'OUTGOING_PAYMENT.REFUND_PENDING',
      'OUTGOING_PAYMENT.REFUND_COMPLETED',
    ]);
  });

  it('fails an incoming payment and refunds it with INCOMING_PAYMENT events', async () => {
    const report = { kind: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED' } as const;
    const server = await start({ deps: { rails: railsThat({ report }) } });
    const { transactionId, from } = await payIn(server);
    await server.advance(minuteMs);
    const { body } = await server.request('GET', `/transactions/${transactionId}`);
    expect(body).toMatchObject({ type: 'INCOMING', status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' });
    expect(await balanceOf(server, from)).toBe(1_000_000);
    expect(await eventsOf(server, transactionId)).toEqual([
      'INCOMING_PAYMENT.PENDING',
      'INCOMING_PAYMENT.PROCESSING',
      'INCOMING_PAYMENT.FAILED',
      'INCOMING_PAYMENT.REFUND_PENDING',
      'INCOMING_PAYMENT.REFUND_COMPLETED',
    ]);
    await expectHealthy(server);
  });

  it('leaves the amount of an incoming payment owed when its refund fails', async () => {
    const report = { kind: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED' } as const;
    const server = await start({ deps: { rails: railsThat({ report, refund: { kind: 'FAILED' } }) } });
    const { transactionId, from } = await payIn(server);
    await server.advance(dayMs);
    const { body } = await server.request('GET', `/transactions/${transactionId}`);
    expect(body).toMatchObject({ status: 'FAILED', refund: { status: 'FAILED' } });
    expect(await balanceOf(server, from)).toBe(990_000);
    expect((await eventsOf(server, transactionId)).at(-1)).toBe('INCOMING_PAYMENT.REFUND_FAILED');
    await expectHealthy(server);
  });
});

oneEngine('a refund of a conversion', (start) => {
  it('returns the amount sent, fees included, in the currency that was sent', async () => {
    const report = { kind: 'FAILED', reason: 'ACCOUNT_INVALID' } as const;
    const server = await start({ deps: { rails: railsThat({ report }) } });
    const { customerId, accounts } = await makeSender(server);
    const from = accounts['USD'] ?? '';
    const platformFeeOverride = { platformFixedFee: { amount: 100, currency: 'USD' }, platformVariableFeeBps: 10 };
    const parts = { from, to: await makeMxnAccount(server, customerId), amount: 12_345 };
    const extra = { immediatelyExecute: true, platformFeeOverride };
    expect((await server.request('POST', '/quotes', quoteBody({ ...parts, extra }))).status).toBe(201);
    expect(await balanceOf(server, from)).toBe(1_000_000 - 12_345);
    await server.advance(minuteMs);
    expect(await balanceOf(server, from)).toBe(1_000_000);
    await expectHealthy(server);
  });
});

oneEngine('the end of a payment', (start) => {
  it('is final: no event follows an expiry, a refund or a failed refund', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const from = accounts['USD'] ?? '';
    const ends: [string, boolean, string][] = [
      ['111', false, 'OUTGOING_PAYMENT.EXPIRED'],
      ['002', true, 'OUTGOING_PAYMENT.REFUND_COMPLETED'],
      ['007', true, 'OUTGOING_PAYMENT.REFUND_FAILED'],
    ];
    const made: { quoteId: string; transactionId: string; last: string }[] = [];
    for (const [suffix, immediatelyExecute, last] of ends) {
      const to = await makeUsdAccount(server, customerId, suffix);
      const { body } = await server.request('POST', '/quotes', quoteBody({ from, to, extra: { immediatelyExecute } }));
      made.push({ quoteId: body.id, transactionId: body.transactionId, last });
    }
    await server.advance(10 * minuteMs);
    const before = await Promise.all(made.map(({ transactionId }) => eventsOf(server, transactionId)));
    expect(before.map((types) => types.at(-1))).toEqual(made.map(({ last }) => last));
    for (const { quoteId } of made) {
      expect((await server.request('POST', `/quotes/${quoteId}/execute`)).status).toBeGreaterThanOrEqual(400);
    }
    await server.advance(10 * dayMs);
    expect(await Promise.all(made.map(({ transactionId }) => eventsOf(server, transactionId)))).toEqual(before);
  });
});

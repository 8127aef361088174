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
  setAccountStatus,
} from '../../../test/parties.ts';
import { payIn, realtimeQuote } from '../../../test/realtime.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../ground/clock/instant.ts';

const feeMinor = 9_000;
const platformFeeOverride = { platformFixedFee: { amount: feeMinor, currency: 'USD' }, platformVariableFeeBps: 0 };

interface Returned {
  readonly transactionId: string;
  /** The sender's account, which had a million and sent 10,000. */
  readonly from: string;
  readonly platformAccount: string;
}

/** A payment that has settled and that its bank will return, whose platform fee the platform has spent. */
async function payAndSpendFee(server: TestServer): Promise<Returned> {
  const platformAccount = await platformAccountOf(server);
  const sender = await makeSender(server);
  const from = sender.accounts['USD'] ?? '';
  const to = await makeUsdAccount(server, sender.customerId, '005');
  const extra = { platformFeeOverride, immediatelyExecute: true };
  const paid = await server.request('POST', '/quotes', quoteBody({ from, to, extra }));
  expectStatus(paid, 201);
  await server.advance(2 * secondMs);
  expect(await balanceOf(server, platformAccount)).toBe(feeMinor);
  await spend(server, platformAccount, feeMinor);
  return { transactionId: paid.body.transactionId, from, platformAccount };
}

/** Sends money of the platform to a customer. */
async function spend(server: TestServer, from: string, amount: number): Promise<void> {
  const { accounts } = await makeSender(server, 'USD', 0);
  const extra = { immediatelyExecute: true };
  const body = quoteBody({ from, to: accounts['USD'] ?? '', amount, extra });
  expectStatus(await server.request('POST', '/quotes', body), 201);
  expect(await balanceOf(server, from)).toBe(0);
}

async function refundOf(server: TestServer, transactionId: string): Promise<string> {
  const { body } = await server.request('GET', `/transactions/${transactionId}`);
  expect([body.status, body.failureReason]).toEqual(['FAILED', 'PAYOUT_RETURNED']);
  return body.refund.status;
}

eachEngine('the refund of a returned payment whose platform has spent its fee', (start) => {
  it('waits until the platform gives the whole fee back', async () => {
    const server = await start();
    const { transactionId, from, platformAccount } = await payAndSpendFee(server);
    await server.advance(dayMs);
    await fund(server, platformAccount, feeMinor - 1);
    await server.advance(hourMs);
    expect(await refundOf(server, transactionId)).toBe('PENDING');
    expect([await balanceOf(server, from), await balanceOf(server, platformAccount)]).toEqual([990_000, feeMinor - 1]);
    await expectHealthy(server);
    await fund(server, platformAccount, 1);
    await server.advance(hourMs + minuteMs);
    expect(await refundOf(server, transactionId)).toBe('COMPLETED');
    expect([await balanceOf(server, from), await balanceOf(server, platformAccount)]).toEqual([1_000_000, 0]);
    const { body } = await server.request('GET', `/internal-accounts/${platformAccount}/entries`);
    const reversals = body.data.filter(({ kind }: { kind: string }) => kind === 'FEE_REVERSAL');
    expect(reversals).toMatchObject([{ amount: { amount: -feeMinor }, transactionId }]);
    await expectHealthy(server);
  });
});

oneEngine('the refund of a returned payment whose platform fee cannot be taken back', (start) => {
  it('waits while the account of the platform is frozen', async () => {
    const server = await start();
    const { transactionId, platformAccount } = await payAndSpendFee(server);
    await fund(server, platformAccount, feeMinor);
    await setAccountStatus(server, platformAccount, 'FROZEN');
    await server.advance(dayMs);
    expect(await refundOf(server, transactionId)).toBe('PENDING');
    await setAccountStatus(server, platformAccount, 'ACTIVE');
    await server.advance(hourMs + minuteMs);
    expect(await refundOf(server, transactionId)).toBe('COMPLETED');
    await expectHealthy(server);
  });

  it('fails when the account of the platform is closed', async () => {
    const server = await start();
    const { transactionId, from, platformAccount } = await payAndSpendFee(server);
    await setAccountStatus(server, platformAccount, 'CLOSED');
    await server.advance(minuteMs);
    expect(await refundOf(server, transactionId)).toBe('FAILED');
    expect((await eventsOf(server, transactionId)).slice(-3)).toEqual([
      'OUTGOING_PAYMENT.FAILED',
      'OUTGOING_PAYMENT.REFUND_PENDING',
      'OUTGOING_PAYMENT.REFUND_FAILED',
    ]);
    expect(await balanceOf(server, from)).toBe(990_000);
    await expectHealthy(server);
  });

  it('sends nothing back to the bank of money that was paid in', async () => {
    const server = await start();
    const platformAccount = await platformAccountOf(server);
    const { customerId } = await makeSender(server, 'USD', 0);
    const to = await makeUsdAccount(server, customerId, '005');
    const quote = await realtimeQuote(server, { to, customerId, extra: { platformFeeOverride } });
    await payIn(server, quote);
    await server.advance(2 * secondMs);
    await spend(server, platformAccount, feeMinor);
    await server.advance(dayMs);
    expect(await refundOf(server, quote.transactionId)).toBe('PENDING');
    await fund(server, platformAccount, feeMinor);
    await server.advance(hourMs + minuteMs);
    expect(await refundOf(server, quote.transactionId)).toBe('COMPLETED');
    await expectHealthy(server);
  });
});

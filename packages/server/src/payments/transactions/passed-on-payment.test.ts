import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy, expectUntroubled } from '../../../test/healthy-store.ts';
import { totalsOf } from '../../../test/ledger-of.ts';
import { balanceOf, eventsOf, makeSender } from '../../../test/parties.ts';
import { sampleAccounts } from '../../../test/sample-accounts.ts';
import type { TestServer } from '../../../test/test-server.ts';
import {
  chooseDeposit,
  incomingOf,
  makeReceiver,
  payOwn,
  readTransaction,
  receiveUma,
  type UmaReceiver,
} from '../../../test/uma-payments.ts';
import { setTimer } from '../../engines/due-work/timers.ts';
import { dayMs, hourMs, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { transactionTimers } from './transactions-repository.ts';

interface Halves {
  readonly outgoing: string;
  readonly incoming: string;
  readonly from: string;
}

const cancelled = ['PENDING', 'PROCESSING', 'REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'];
const returned = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];
const failed = ['PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];

function named(type: 'INCOMING' | 'OUTGOING', names: readonly string[]): string[] {
  return names.map((name) => `${type}_PAYMENT.${name}`);
}

/** One customer pays another, whose bank account ends in `suffix`; both halves have ended. */
async function passOn(server: TestServer, suffix: string): Promise<Halves> {
  const payment = await payOwn(server);
  await chooseDeposit(server, payment.receiver.customerId, suffix);
  await server.advance(2 * secondMs);
  const incoming = await incomingOf(server, payment);
  expect((await server.request('POST', `/transactions/${incoming}/approve`)).status).toBe(200);
  await server.advance(5 * dayMs);
  return { outgoing: payment.outgoing, incoming, from: payment.from };
}

async function expectStory(server: TestServer, { outgoing, incoming }: Halves, events: readonly string[]) {
  expect(await eventsOf(server, outgoing)).toEqual(named('OUTGOING', events));
  expect(await eventsOf(server, incoming)).toEqual(named('INCOMING', events));
  const [out, into] = [await readTransaction(server, outgoing), await readTransaction(server, incoming)];
  expect([out.status, out.refund?.status, out.refund?.reason]).toEqual([
    into.status,
    into.refund?.status,
    into.refund?.reason,
  ]);
}

/** A customer is paid by another provider, and the money is passed on to a bank. */
async function receivePassedOn(server: TestServer, suffix: string): Promise<UmaReceiver & { readonly id: string }> {
  const receiver = await makeReceiver(server);
  await chooseDeposit(server, receiver.customerId, suffix);
  const { id } = (await receiveUma(server, receiver)).body;
  expect((await server.request('POST', `/transactions/${id}/approve`)).status).toBe(200);
  return { ...receiver, id };
}

eachEngine('a payment between two customers that is passed on to a bank', (start) => {
  it('is refunded to the sender when the bank returns it after completion', async () => {
    const server = await start();
    const halves = await passOn(server, '005');
    await expectStory(server, halves, returned);
    for (const id of [halves.outgoing, halves.incoming])
      expect(await readTransaction(server, id)).toMatchObject({ status: 'FAILED', failureReason: 'PAYOUT_RETURNED' });
    expect(await balanceOf(server, halves.from)).toBe(1_000_000);
    // Every account has its earlier balance, including those of the service and of the world outside.
    const { [halves.from]: sender, ...others } = await totalsOf(server);
    expect([sender, others]).toEqual([1_000_000n, { 'service:world:USD': -1_000_000n }]);
    await expectHealthy(server);
    await expectUntroubled(server);
  });
});

oneEngine('a payment between two customers that is passed on to a bank', (start) => {
  it('is refunded to the sender when the bank refuses it, even where an external refund would fail', async () => {
    const server = await start();
    for (const suffix of ['002', '007']) {
      const halves = await passOn(server, suffix);
      await expectStory(server, halves, failed);
      expect(await balanceOf(server, halves.from)).toBe(1_000_000);
    }
    expect((await totalsOf(server))['service:world:USD']).toBe(-2_000_000n);
    await expectHealthy(server);
    await expectUntroubled(server);
  });

  it('is refunded on both sides when it is cancelled, and written off once when it still arrives', async () => {
    const server = await start();
    const halves = await passOn(server, '006');
    await expectStory(server, halves, cancelled);
    const { receivedAmount } = await readTransaction(server, halves.incoming);
    expect(await balanceOf(server, halves.from)).toBe(1_000_000);
    expect(await totalsOf(server)).toEqual({
      [halves.from]: 1_000_000n,
      'service:losses:USD': -BigInt(receivedAmount.amount),
      'service:world:USD': BigInt(receivedAmount.amount) - 1_000_000n,
    });
    await expectHealthy(server);
    await expectUntroubled(server);
  });

  it('stays owed when it is cancelled and cannot be refunded, and is written off once when it arrives', async () => {
    const server = await start();
    const payment = await payOwn(server);
    await chooseDeposit(server, payment.receiver.customerId, '006');
    await server.advance(2 * secondMs);
    const incoming = await incomingOf(server, payment);
    await server.request('POST', `/transactions/${incoming}/approve`);
    const { body } = await server.request('POST', '/transfer-out', {
      source: { accountId: payment.from },
      destination: { accountId: await chooseDeposit(server, await ownerOf(server, payment.outgoing), '111') },
      amount: 990_000,
    });
    expect(body.status).toBe('PROCESSING');
    await server.request('POST', `/sandbox/internal-accounts/${payment.from}/status`, { status: 'CLOSED' });
    await server.advance(5 * dayMs);
    expect(await readTransaction(server, payment.outgoing)).toMatchObject({
      status: 'COMPLETED',
      refund: { status: 'FAILED', reason: 'USER_CANCELLATION' },
    });
    expect((await readTransaction(server, incoming)).status).toBe('COMPLETED');
    expect(await totalsOf(server)).toEqual({
      'service:refunds:USD': 10_000n,
      'service:fees:USD': 990n,
      'service:losses:USD': -9_990n,
      // Paid in, less what the two banks received.
      'service:world:USD': -1_000_000n + 989_010n + 9_990n,
    });
    await expectHealthy(server);
  });

  it('emits COMPLETED and then FAILED for the sender when the return precedes the delivery report', async () => {
    const server = await start();
    const payment = await payOwn(server);
    await chooseDeposit(server, payment.receiver.customerId, '005');
    await server.advance(2 * secondMs);
    const incoming = await incomingOf(server, payment);
    await server.request('POST', `/transactions/${incoming}/approve`);
    const timer = { tenant: server.tenant, kind: transactionTimers, id: payment.outgoing };
    await server.deps.database.transaction(async (unit) => setTimer(unit, timer, plusMs(server.clock.now(), dayMs)));
    await server.advance(hourMs);
    expect(await eventsOf(server, payment.outgoing)).toEqual(named('OUTGOING', returned));
  });
});

async function ownerOf(server: TestServer, transactionId: string): Promise<string> {
  return (await readTransaction(server, transactionId)).customerId;
}

oneEngine('a payment from another provider that is passed on to a bank', (start) => {
  it.each([
    ['005', 'PAYOUT_RETURNED', returned],
    ['002', 'OFFRAMP_FAILED', failed],
  ])('fails for an account ending in %s with %s and is credited to the customer', async (suffix, reason, events) => {
    const server = await start();
    const { id, accounts } = await receivePassedOn(server, suffix);
    await server.advance(5 * dayMs);
    expect(await readTransaction(server, id)).toMatchObject({
      status: 'FAILED',
      failureReason: reason,
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
    });
    expect(await eventsOf(server, id)).toEqual(named('INCOMING', events));
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(7_500);
    expect(await totalsOf(server)).toEqual({ [accounts['USD'] ?? '']: 7_500n, 'service:world:USD': -7_500n });
    await expectHealthy(server);
    await expectUntroubled(server);
  });

  it('stays owed when the account of the customer is closed', async () => {
    const server = await start();
    const { id, accounts } = await receivePassedOn(server, '005');
    await server.request('POST', `/sandbox/internal-accounts/${accounts['USD']}/status`, { status: 'CLOSED' });
    await server.advance(5 * dayMs);
    expect(await readTransaction(server, id)).toMatchObject({ status: 'FAILED', refund: { status: 'FAILED' } });
    expect((await eventsOf(server, id)).slice(-2)).toEqual(named('INCOMING', ['REFUND_PENDING', 'REFUND_FAILED']));
    expect(await totalsOf(server)).toEqual({ 'service:refunds:USD': 7_500n, 'service:world:USD': -7_500n });
    await expectHealthy(server);
    await expectUntroubled(server);
  });

  it('is credited to the balance where the network of the default deposit wallet has a cost', async () => {
    const server = await start({ currencies: ['USDC'] });
    const { customerId, accounts } = await makeSender(server, 'USDC', 0);
    const { accountInfo } = sampleAccounts.ETHEREUM_WALLET;
    const wallet = {
      ...{ customerId, currency: 'USDC', ownershipType: 'THIRD_PARTY', accountInfo },
      defaultUmaDepositAccount: true,
    };
    expect((await server.request('POST', '/customers/external-accounts', wallet)).body.status).toBe('ACTIVE');
    const { body } = await receiveUma(server, { customerId }, { amount: 1, currency: 'USDC' });
    expect((await server.request('POST', `/transactions/${body.id}/approve`)).status).toBe(200);
    await server.advance(dayMs);
    expect((await readTransaction(server, body.id)).status).toBe('COMPLETED');
    expect(await balanceOf(server, accounts['USDC'] ?? '')).toBe(1);
    await expectHealthy(server);
  });
});

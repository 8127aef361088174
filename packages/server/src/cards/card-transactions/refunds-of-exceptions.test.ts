import type { CardTransaction } from '@payments-platform/types';
import { expect, it } from 'vitest';
import {
  afterwards,
  amountsOn,
  atMerchant,
  makeCardholder,
  readTransaction,
  reverseReturn,
} from '../../../test/cards.ts';
import { committedEvents } from '../../../test/committed-events.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { totalsOf } from '../../../test/ledger-of.ts';
import type { TestServer } from '../../../test/test-server.ts';

/** What the service has lost and what it owes. */
async function borneAndOwed(server: TestServer): Promise<[borne: bigint, owed: bigint]> {
  const totals = await totalsOf(server);
  return [-(totals['service:card-losses:USD'] ?? 0n), totals['service:refunds:USD'] ?? 0n];
}

const shown = ({ status, settledAmount, refundedAmount }: CardTransaction) => [
  status,
  settledAmount?.amount,
  refundedAmount?.amount,
];

interface Told {
  readonly server: TestServer;
  readonly purchase: CardTransaction;
  refund?: CardTransaction;
}

const tell = {
  fail: ({ server }: Told) => server.advance(1),
  return: async (told: Told) => {
    told.refund = await afterwards(told.server, told.purchase, 'return', 1000);
  },
  reverse: ({ server, refund }: Told) => refund && reverseReturn(server, refund),
};

oneEngine('a refund of a purchase that is an exception', (start) => {
  it('credits the cardholder as far as they paid and recovers the write-off with the rest', async () => {
    const server = await start();
    const { accountId, cardId } = await makeCardholder(server, 1250);
    const purchase = await atMerchant(server, cardId, 'authorization', 1250);
    await afterwards(server, purchase, 'clearing', 1300);
    expect(await borneAndOwed(server)).toEqual([50n, 0n]);
    const refund = await afterwards(server, purchase, 'return', 1250);
    expect(shown(refund)).toEqual(['SETTLED', 1250, undefined]);
    expect(await amountsOn(server, accountId)).toEqual([1250, 1250]);
    expect(await borneAndOwed(server)).toEqual([50n, 0n]);
    const last = await afterwards(server, purchase, 'return', 50);
    expect(shown(last)).toEqual(['SETTLED', 50, undefined]);
    expect(await amountsOn(server, accountId)).toEqual([1250, 1250]);
    expect(await borneAndOwed(server)).toEqual([0n, 0n]);
    expect(shown(await readTransaction(server, purchase.id))).toEqual(['EXCEPTION', 1300, 1300]);
    expect((await committedEvents(server, purchase.id)).map(({ type }) => type.split('.')[1])).toEqual([
      ...['AUTHORIZED', 'SETTLED', 'EXCEPTION', 'EXCEPTION', 'EXCEPTION'],
    ]);
    await expectHealthy(server);
    const more = { cardTransactionId: purchase.id, amount: 1 };
    expect((await server.request('POST', `/sandbox/cards/${cardId}/simulate/return`, more)).status).toBe(400);
  });

  it('debits no more than it credited to the cardholder when it is reversed', async () => {
    const server = await start();
    const { accountId, cardId } = await makeCardholder(server, 2250);
    const purchase = await atMerchant(server, cardId, 'authorization', 1250);
    await afterwards(server, purchase, 'clearing', 3000);
    const refund = await afterwards(server, purchase, 'return', 3000);
    expect(await amountsOn(server, accountId)).toEqual([2250, 2250]);
    expect(shown(await reverseReturn(server, refund))).toEqual(['SETTLED', 0, undefined]);
    expect(shown(await readTransaction(server, purchase.id))).toEqual(['EXCEPTION', 3000, 0]);
    expect(await amountsOn(server, accountId)).toEqual([1000, 1000]);
    expect(await borneAndOwed(server)).toEqual([1750n, 0n]);
    await expectHealthy(server);
  });

  it('is debited on reversal also when it came before the purchase became an exception', async () => {
    const server = await start();
    const { accountId, cardId } = await makeCardholder(server, 1000);
    const purchase = await atMerchant(server, cardId, 'authorization', 1000);
    await afterwards(server, purchase, 'clearing', 600);
    const refund = await afterwards(server, purchase, 'return', 100);
    await afterwards(server, purchase, 'clearing', 5000);
    expect(await amountsOn(server, accountId)).toEqual([100, 100]);
    await reverseReturn(server, refund);
    expect(shown(await readTransaction(server, purchase.id))).toEqual(['EXCEPTION', 5600, 0]);
    expect(await amountsOn(server, accountId)).toEqual([0, 0]);
    expect(await borneAndOwed(server)).toEqual([4600n, 0n]);
    await expectHealthy(server);
  });

  it.each([[['fail', 'return', 'reverse']], [['return', 'fail', 'reverse']], [['return', 'reverse', 'fail']]] as const)(
    'costs the cardholder nothing when the pull fails, in the order %s',
    async (order) => {
      const server = await start();
      const { accountId, cardId } = await makeCardholder(server, 5000);
      const purchase = await atMerchant(server, cardId, 'financial_authorization', 4200, 'FAILING 006');
      const told: Told = { server, purchase };
      for (const what of order) {
        await tell[what](told);
        await expectHealthy(server);
      }
      expect(shown(await readTransaction(server, purchase.id))).toEqual(['EXCEPTION', 4200, 0]);
      expect(await amountsOn(server, accountId)).toEqual([5000, 5000]);
      expect(await borneAndOwed(server)).toEqual([4200n, 0n]);
    },
  );

  it('is no longer owed to a closed account once the merchant reverses it', async () => {
    const server = await start();
    const { accountId, cardId } = await makeCardholder(server, 100);
    const purchase = await atMerchant(server, cardId, 'financial_authorization', 100);
    await server.request('POST', `/sandbox/internal-accounts/${accountId}/status`, { status: 'CLOSED' });
    const refund = await afterwards(server, purchase, 'return', 60);
    expect(shown(refund)).toEqual(['EXCEPTION', 60, undefined]);
    expect(await borneAndOwed(server)).toEqual([0n, 60n]);
    expect(shown(await reverseReturn(server, refund))).toEqual(['EXCEPTION', 0, undefined]);
    expect(shown(await readTransaction(server, purchase.id))).toEqual(['SETTLED', 100, 0]);
    expect(await borneAndOwed(server)).toEqual([0n, 0n]);
    await expectHealthy(server);
    const again = await server.request('POST', `/sandbox/cards/${refund.id}/simulate/return_reversal`);
    expect(again.status).toBe(400);
  });
});

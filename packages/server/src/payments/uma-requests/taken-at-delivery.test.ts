import { afterEach, expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy, expectUntroubled } from '../../../test/healthy-store.ts';
import { totalsOf } from '../../../test/ledger-of.ts';
import { balanceOf, eventsOf } from '../../../test/parties.ts';
import { comeIn, type Neighbours, pay, type Side, startNeighbours, wait } from '../../../test/two-platforms.ts';
import { chooseDeposit, readTransaction } from '../../../test/uma-payments.ts';
import type { LightningNode } from '../../engines/uma/lightning-node.ts';
import { dayMs } from '../../ground/clock/instant.ts';

const opened: Neighbours[] = [];
afterEach(async () => {
  for (const neighbours of opened.splice(0)) await neighbours.close();
});

interface Paid {
  readonly id: string;
  readonly incoming: string;
  readonly balances: readonly [number, number];
}

/** The balances of the two customers. */
async function balancesOf(sides: readonly [Side, Side]): Promise<[number, number]> {
  const [from, to] = sides.map(({ server, accounts }) => balanceOf(server, accounts['USD'] ?? ''));
  return [(await from) ?? 0, (await to) ?? 0];
}

/** The first side has paid, and the second has just approved it. */
async function payApproved(sides: readonly [Side, Side]): Promise<Paid> {
  const [from, to] = sides;
  const balances = await balancesOf(sides);
  const id = await pay(from, to, 2_500);
  const incoming = await comeIn(sides, from, to);
  expect((await to.server.request('POST', `/transactions/${incoming}/approve`)).status).toBe(200);
  return { id, incoming, balances };
}

async function expectSound(sides: readonly [Side, Side]): Promise<void> {
  for (const { server } of sides) {
    await expectHealthy(server);
    await expectUntroubled(server);
    expect(await totalsOf(server)).not.toHaveProperty('service:refunds:USD');
  }
}

oneEngine('a payment from another provider', (start) => {
  const neighbours = async (
    names: readonly [string, string],
    adapt?: (node: LightningNode) => LightningNode,
  ): Promise<readonly [Side, Side]> => {
    const made = await startNeighbours(start, names, { adapt });
    opened.push(made);
    return made.sides;
  };

  it('is refunded to the sender when the account is frozen before it can be credited', async () => {
    const taken: string[] = [];
    const sides = await neighbours(['north.example', 'south.example'], (node) => ({
      ...node,
      settle: (invoice, context) => {
        taken.push(invoice);
        return node.settle(invoice, context);
      },
    }));
    const [from, to] = sides;
    const { id, incoming, balances } = await payApproved(sides);
    await to.server.request('POST', `/sandbox/internal-accounts/${to.accounts['USD']}/status`, { status: 'FROZEN' });
    await wait(sides, 30);
    expect(await readTransaction(to.server, incoming)).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_CANNOT_RECEIVE',
      refund: { status: 'COMPLETED' },
    });
    expect(await readTransaction(from.server, id)).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } });
    expect(await balancesOf(sides)).toEqual(balances);
    await to.server.request('POST', `/sandbox/internal-accounts/${to.accounts['USD']}/status`, { status: 'ACTIVE' });
    const credited = await payApproved(sides);
    expect(taken).toEqual([]);
    await wait(sides, 30);
    expect(taken).toHaveLength(1);
    expect((await readTransaction(to.server, credited.incoming)).status).toBe('COMPLETED');
    const { status, receivedAmount } = await readTransaction(from.server, credited.id);
    expect(status).toBe('COMPLETED');
    expect(await balancesOf(sides)).toEqual([balances[0] - 2_500, balances[1] + receivedAmount.amount]);
    await expectSound(sides);
  });

  it('is credited to the customer when the bank refuses or returns what was passed on', async () => {
    const sides = await neighbours(['east.example', 'west.example']);
    const [from, to] = sides;
    for (const [suffix, events] of [
      ['002', ['PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED']],
      ['005', ['PROCESSING', 'COMPLETED', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED']],
    ] as const) {
      await chooseDeposit(to.server, to.customerId, suffix);
      const { id, incoming, balances } = await payApproved(sides);
      await wait(sides, 5);
      for (const { server } of sides) await server.advance(5 * dayMs);
      await wait(sides, 5);
      expect(await eventsOf(to.server, incoming)).toEqual(
        ['PENDING', ...events].map((status) => `INCOMING_PAYMENT.${status}`),
      );
      const { status, refund, receivedAmount } = await readTransaction(from.server, id);
      expect([status, refund]).toEqual(['COMPLETED', undefined]);
      expect(await balancesOf(sides)).toEqual([balances[0] - 2_500, balances[1] + receivedAmount.amount]);
    }
    await expectSound(sides);
  });

  it('is credited to the customer when the account is frozen right after the payment was taken', async () => {
    const afterwards: (() => Promise<unknown>)[] = [];
    const sides = await neighbours(['upper.example', 'lower.example'], (node) => ({
      ...node,
      settle: async (...asked) => {
        const channels = await node.settle(...asked);
        for (const then of afterwards.splice(0)) await then();
        return channels;
      },
    }));
    const [from, to] = sides;
    const { id, incoming, balances } = await payApproved(sides);
    const place = `/sandbox/internal-accounts/${to.accounts['USD']}/status`;
    afterwards.push(() => to.server.request('POST', place, { status: 'FROZEN' }));
    await wait(sides, 30);
    expect(await readTransaction(to.server, incoming)).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_CANNOT_RECEIVE',
      refund: { status: 'COMPLETED' },
    });
    const { status, receivedAmount } = await readTransaction(from.server, id);
    expect(status).toBe('COMPLETED');
    expect(await balancesOf(sides)).toEqual([balances[0] - 2_500, balances[1] + receivedAmount.amount]);
    await expectSound(sides);
  });

  it.each([
    ['stays inside', 'kept', undefined],
    ['goes on to a bank', 'sent', '111'],
  ])('fails and is refunded when the Lightning node cancels it, for a payment that %s', async (_name, host, suffix) => {
    const sides = await neighbours([`${host}.example`, `not-${host}.example`], (node) => ({
      ...node,
      settle: async (...asked) => {
        await node.cancel(...asked);
        return node.settle(...asked);
      },
    }));
    const [from, to] = sides;
    if (suffix !== undefined) await chooseDeposit(to.server, to.customerId, suffix);
    const { id, incoming, balances } = await payApproved(sides);
    await wait(sides, 30);
    expect(await readTransaction(to.server, incoming)).toMatchObject({
      status: 'FAILED',
      failureReason: suffix === undefined ? 'QUOTE_EXECUTION_FAILED' : 'OFFRAMP_FAILED',
      refund: { status: 'COMPLETED' },
    });
    expect((await readTransaction(from.server, id)).status).toBe('FAILED');
    expect(await balancesOf(sides)).toEqual(balances);
    await expectSound(sides);
  });
});

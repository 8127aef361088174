import { afterEach, expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf } from '../../../test/parties.ts';
import { comeIn, type Neighbours, pay, type Side, startNeighbours, wait } from '../../../test/two-platforms.ts';
import { readTransaction } from '../../../test/uma-payments.ts';

const opened: Neighbours[] = [];
afterEach(async () => {
  for (const neighbours of opened.splice(0)) await neighbours.close();
});

oneEngine('two platforms on two servers', (start) => {
  const neighbours = async (names: readonly [string, string]): Promise<Neighbours> => {
    const made = await startNeighbours(start, names);
    opened.push(made);
    return made;
  };

  it('pay each other both ways, over HTTP', async () => {
    const { sides, exchanged } = await neighbours(['north.example', 'south.example']);
    for (const [from, to] of [sides, sides.toReversed() as [Side, Side]] as const) {
      const before = await balanceOf(to.server, to.accounts['USD'] ?? '');
      const id = await pay(from, to, 2_500);
      const incoming = await comeIn(sides, from, to);
      expect(await readTransaction(from.server, id)).toMatchObject({ status: 'PROCESSING' });
      expect(await readTransaction(to.server, incoming)).toMatchObject({
        counterpartyInformation: { FULL_NAME: 'Ada Lovelace' },
        source: { umaAddress: from.address },
      });
      await to.server.request('POST', `/transactions/${incoming}/approve`);
      await wait(sides, 12);
      const [paid, received] = [await readTransaction(from.server, id), await readTransaction(to.server, incoming)];
      expect([paid.status, received.status]).toEqual(['COMPLETED', 'COMPLETED']);
      expect(received.receivedAmount).toEqual(paid.receivedAmount);
      expect(await balanceOf(to.server, to.accounts['USD'] ?? '')).toBe(before + paid.receivedAmount.amount);
      expect(await eventsOf(from.server, id)).toEqual(
        ['PENDING', 'PROCESSING', 'COMPLETED'].map((status) => `OUTGOING_PAYMENT.${status}`),
      );
    }
    const paths = new Set(exchanged.map(({ request }) => request.url.pathname.replace(/[0-9a-f]{32}$/, 'KEY')));
    expect([...paths].filter((path) => path.includes('utxos')).length).toBeGreaterThan(0);
    const told = await sides[0].server.deps.database.read((unit) =>
      unit.select((db) => db.selectFrom('uma_payments').select('counterparty_channels')),
    );
    expect(told.every(({ counterparty_channels: channels }) => channels !== null)).toBe(true);
    await expectHealthy(sides[0].server);
  });

  it('refund the sender when the receiving platform rejects or does not decide', async () => {
    const { sides } = await neighbours(['east.example', 'west.example']);
    const [from, to] = sides;
    const before = await balanceOf(from.server, from.accounts['USD'] ?? '');
    for (const isRejected of [true, false]) {
      const id = await pay(from, to, 2_500);
      const incoming = await comeIn(sides, from, to);
      if (isRejected) await to.server.request('POST', `/transactions/${incoming}/reject`, { reason: 'unknown sender' });
      await wait(sides, 20);
      expect(await readTransaction(from.server, id)).toMatchObject({
        status: 'FAILED',
        failureReason: 'ACCOUNT_CANNOT_RECEIVE',
        refund: { status: 'COMPLETED' },
      });
      expect((await readTransaction(to.server, incoming)).status).toBe('FAILED');
    }
    expect(await balanceOf(from.server, from.accounts['USD'] ?? '')).toBe(before);
  });
});

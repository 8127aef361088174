import { afterEach, expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { balanceOf } from '../../../test/parties.ts';
import { type Neighbours, type Side, startNeighbours } from '../../../test/two-platforms.ts';
import { lookUpAddress, umaQuoteBody } from '../../../test/uma-payments.ts';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import { readInvoice } from '../../engines/uma/invoice.ts';
import { minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { createSandboxRates } from '../../sandbox/adapters/sandbox-rates.ts';
import { receiveSandboxPayment } from '../../sandbox/adapters/uma/sandbox-lightning.ts';

const opened: Neighbours[] = [];
afterEach(async () => {
  for (const neighbours of opened.splice(0)) await neighbours.close();
});

interface Requested {
  readonly to: Side;
  readonly invoice: string;
}

oneEngine('an invoice for another provider', (start) => {
  /** The invoice that one side requests for a quote, which it does not execute. */
  async function requested(name: string, market?: RateSource): Promise<Requested> {
    const names = [`north-${name}.example`, `south-${name}.example`] as const;
    const neighbours = await startNeighbours(start, names, {
      markets: market === undefined ? [] : [undefined, market],
    });
    opened.push(neighbours);
    const [from, to] = neighbours.sides;
    const lookupId = await lookUpAddress(from.server, from.customerId, to.address);
    const quote = umaQuoteBody({ from: from.accounts['USD'] ?? '', address: to.address, lookupId, amount: 10_000 });
    expect((await from.server.request('POST', '/quotes', quote)).status).toBe(201);
    const { answer } = neighbours.exchanged.at(-1) ?? {};
    if (answer === undefined || answer.status === null) throw new Error('no invoice was requested');
    return { to, invoice: (JSON.parse(answer.body) as { readonly pr: string }).pr };
  }

  const hold = ({ to, invoice }: Requested) => receiveSandboxPayment(invoice, to.server);
  const arrived = async ({ to }: Requested): Promise<number> =>
    (await to.server.request('GET', '/transactions?type=INCOMING')).body.data.length;

  it('can be paid until its price has been valid for 15 minutes, and then begins its payment at once', async () => {
    const request = await requested('in-time');
    const { server } = request.to;
    expect(readInvoice(request.invoice)?.expiresAt).toBe(plusMs(server.clock.now(), 15 * minuteMs));
    await server.advance(15 * minuteMs - secondMs);
    expect(await hold(request)).toBe('HELD');
    await server.advance(secondMs);
    expect(await arrived(request)).toBe(1);
  });

  it('begins its payment if it was paid in time and this is noticed later', async () => {
    const request = await requested('noticed');
    const { server } = request.to;
    expect(await hold(request)).toBe('HELD');
    server.clock.moveTo(plusMs(server.clock.now(), 20 * minuteMs));
    await server.app.settle();
    expect(await arrived(request)).toBe(1);
  });

  it.each(['polled', 'not polled'])('cannot be paid later, at a price that may have fallen since: %s', async (when) => {
    const request = await requested(when.replace(' ', '-'));
    const { server, accounts } = request.to;
    const before = await balanceOf(server, accounts['USD'] ?? '');
    if (when === 'polled') await server.advance(15 * minuteMs);
    else server.clock.moveTo(plusMs(server.clock.now(), 15 * minuteMs));
    expect(await hold(request)).toBe('CANCELLED');
    await server.advance(20 * minuteMs);
    expect([await arrived(request), await balanceOf(server, accounts['USD'] ?? '')]).toEqual([0, before]);
  });

  it('is not taken while the market has no price of bitcoin', async () => {
    const market = createSandboxRates();
    let hasPrice = true;
    const rateFor: RateSource['rateFor'] = (...asked) => (hasPrice ? market.rateFor(...asked) : undefined);
    const request = await requested('unpriced', { ...market, rateFor });
    const { server } = request.to;
    expect(await hold(request)).toBe('HELD');
    hasPrice = false;
    await server.advance(minuteMs);
    expect([await arrived(request), await hold(request)]).toEqual([0, 'CANCELLED']);
  });
});

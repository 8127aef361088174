import { afterEach, expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf } from '../../../test/parties.ts';
import type { Answer } from '../../../test/test-server.ts';
import { type Markets, type Neighbours, type Side, startNeighbours } from '../../../test/two-platforms.ts';
import { lookUpAddress, readTransaction, umaQuoteBody } from '../../../test/uma-payments.ts';
import { createFeedRates } from '../../engines/rates/feed-rates.ts';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import { readInvoice } from '../../engines/uma/invoice.ts';
import { epochMsOf, type Instant, instantOf, secondMs } from '../../ground/clock/instant.ts';
import { dollarsPerUnit } from '../../sandbox/adapters/sandbox-rates.ts';

const opened: Neighbours[] = [];
afterEach(async () => {
  for (const neighbours of opened.splice(0)) await neighbours.close();
});

const from2025 = instantOf(1_735_689_600_000);

/** A market with these prices in US dollars. */
function marketOf(worths: object, validUntil: Instant = instantOf(4_102_358_400_000)): RateSource {
  const market = createFeedRates(() => from2025);
  market.take({ worths: { USD: '1', ...worths }, validUntil }, from2025);
  return market;
}

const runOut = marketOf(dollarsPerUnit, from2025);

/** The market of the sandbox, where bitcoin is this much cheaper, so the same payment costs more of it. */
function dearerBy(share: number): RateSource {
  return marketOf({ ...dollarsPerUnit, BTC: (97_250 / (1 + share)).toFixed(12) });
}

interface Payment {
  readonly amount: number;
  readonly side?: 'SENDING' | 'RECEIVING';
  readonly currency?: string;
  readonly immediatelyExecute?: boolean;
}

async function pay(
  [from, to]: readonly [Side, Side],
  { amount, side = 'SENDING', currency = 'USD', immediatelyExecute = true }: Payment,
): Promise<Answer> {
  const lookupId = await lookUpAddress(from.server, from.customerId, to.address);
  const destination = { destinationType: 'UMA_ADDRESS', umaAddress: to.address, currency };
  const extra = { destination, lockedCurrencySide: side, immediatelyExecute };
  const body = umaQuoteBody({ from: from.accounts['USD'] ?? '', address: to.address, lookupId, amount, extra });
  return from.server.request('POST', '/quotes', body);
}

/** The service's cost of the payment, in cents at its own market, not rounded. */
async function costOf({ server }: Side, transactionId: string): Promise<number> {
  const [row] = await server.deps.database.read((unit) =>
    unit.select((db) => db.selectFrom('uma_payments').select('invoice').where('transaction_id', '=', transactionId)),
  );
  const millisatoshis = readInvoice(row?.invoice ?? '')?.amountMillisatoshis ?? 0n;
  return (Number(millisatoshis) / 100_000_000_000) * 97_250 * 100;
}

oneEngine('the price of a payment to another provider', (start) => {
  let pairs = 0;
  const neighbours = async (markets: Markets): Promise<Neighbours> => {
    pairs += 1;
    const made = await startNeighbours(start, [`north${pairs}.example`, `south${pairs}.example`], { markets });
    opened.push(made);
    return made;
  };

  it.each([
    ['SENDING', 'USD', 0.0011],
    ['RECEIVING', 'USD', 0.0011],
    ['RECEIVING', 'USD', 0.049],
    ['SENDING', 'EUR', 0.0052],
    ['RECEIVING', 'EUR', 0.0052],
  ] as const)(
    'is refused with INVALID_PAYREQ_RESPONSE when it exceeds the amount debited: %s in %s, by %d',
    async (side, currency, share) => {
      const { sides } = await neighbours([undefined, dearerBy(share)]);
      const [from] = sides;
      const before = await balanceOf(from.server, from.accounts['USD'] ?? '');
      const answer = await pay(sides, { amount: 100_000, side, currency });
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_PAYREQ_RESPONSE' } });
      expect(answer.body.message).toContain('more than');
      expect(await balanceOf(from.server, from.accounts['USD'] ?? '')).toBe(before);
      expect((await from.server.request('GET', '/transactions?type=OUTGOING')).body.data).toEqual([]);
    },
  );

  it.each([
    ['SENDING', 'USD', 0.0009],
    ['RECEIVING', 'USD', 0.0009],
    ['SENDING', 'EUR', 0.0048],
    ['RECEIVING', 'EUR', 0.0048],
    ['SENDING', 'MXN', 0],
    ['RECEIVING', 'USD', -0.1],
  ] as const)(
    'costs the service no more than it debited: %s in %s, at a price higher by %d',
    async (side, currency, share) => {
      const { sides } = await neighbours([undefined, dearerBy(share)]);
      const [from, to] = sides;
      const { status, body } = await pay(sides, { amount: 100_000, side, currency });
      expect(status).toBe(201);
      for (let passed = 0; passed < 4; passed += 1) for (const { server } of sides) await server.advance(secondMs);
      const arrived = await to.server.request('GET', '/transactions?type=INCOMING&status=PENDING');
      await to.server.request('POST', `/transactions/${arrived.body.data[0].id}/approve`);
      for (let passed = 0; passed < 12; passed += 1) for (const { server } of sides) await server.advance(secondMs);
      expect((await readTransaction(from.server, body.transactionId)).status).toBe('COMPLETED');
      const cost = await costOf(from, body.transactionId);
      expect(cost).toBeGreaterThan(0);
      expect(cost).toBeLessThanOrEqual(body.totalSendingAmount);
      await expectHealthy(from.server);
    },
  );

  it('allows payments from one cent when both sides have the same market prices', async () => {
    const { sides } = await neighbours([]);
    for (const amount of [1, 2, 3, 7, 100, 499, 500])
      for (const currency of ['USD', 'EUR']) {
        const answer = await pay(sides, { amount, side: 'RECEIVING', currency });
        expect([amount, currency, answer.status]).toEqual([amount, currency, 201]);
      }
  });

  it.each([
    ['has no price of bitcoin', marketOf({ EUR: '1.0842', MXN: '0.0541' })],
    ['has prices that have run out', runOut],
  ])('is refused without a request to the receiver when the market of the payer %s', async (_what, market) => {
    const { sides, exchanged } = await neighbours([market, dearerBy(50)]);
    const answer = await pay(sides, { amount: 100_000, side: 'RECEIVING' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'QUOTE_RATE_UNAVAILABLE' } });
    expect(exchanged.filter(({ request }) => request.method === 'POST')).toEqual([]);
  });

  it('fails with QUOTE_RATE_UNAVAILABLE and is refunded when the market of the payer expires before the execution', async () => {
    let isOver = false;
    const validUntil = instantOf(epochMsOf(from2025) + secondMs);
    const market = createFeedRates(() => (isOver ? validUntil : from2025));
    market.take({ worths: { USD: '1', ...dollarsPerUnit }, validUntil }, from2025);
    const { sides } = await neighbours([market]);
    const [{ server, accounts }] = sides;
    const quoted = await pay(sides, { amount: 100_000, immediatelyExecute: false });
    isOver = true;
    expect((await server.request('POST', `/quotes/${quoted.body.id}/execute`)).status).toBe(200);
    for (let passed = 0; passed < 4; passed += 1) for (const side of sides) await side.server.advance(secondMs);
    expect(await readTransaction(server, quoted.body.transactionId)).toMatchObject({
      ...{ status: 'FAILED', failureReason: 'QUOTE_RATE_UNAVAILABLE', refund: { status: 'COMPLETED' } },
    });
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(1_000_000);
  });

  it('is offered in BTC only by a provider whose own prices have expired', async () => {
    const { sides } = await neighbours([undefined, runOut]);
    const [from, to] = sides;
    const path = `/receiver/uma/${encodeURIComponent(to.address)}?customerId=${from.customerId}`;
    const { body } = await from.server.request('GET', path);
    expect(body.supportedCurrencies.map(({ currency }: { currency: { code: string } }) => currency.code)).toEqual([
      'BTC',
    ]);
  });
});

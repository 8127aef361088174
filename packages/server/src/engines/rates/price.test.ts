import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ListedCurrency, minorPerMajor } from '../../ground/money/currency.ts';
import { parseRate } from '../../ground/money/rate.ts';
import { createSandboxRates } from '../../sandbox/adapters/sandbox-rates.ts';
import { feesOfPrincipal, hasFee, noFee, priceQuote, serviceTerms } from './price.ts';

const codes: readonly ListedCurrency[] = ['USD', 'EUR', 'GBP', 'MXN', 'BRL', 'INR', 'USDC', 'BTC'];
const rates = createSandboxRates();
const terms = fc.record({ fixedMinor: fc.bigInt(0n, 500n), variableBps: fc.integer({ min: 0, max: 2_000 }) });
const request = fc.record({
  lockedSide: fc.constantFrom('SENDING' as const, 'RECEIVING' as const),
  lockedMinor: fc.bigInt(1n, 9_000_000_000_000_000n),
  sending: fc.constantFrom(...codes),
  receiving: fc.constantFrom(...codes),
  fees: fc.record({ service: terms, platform: terms }),
});

function rateOf(sending: ListedCurrency, receiving: ListedCurrency): string {
  return rates.rateFor(sending, receiving, '2025-01-01T00:00:00.000Z')?.rate ?? '';
}

describe('pricing a quote', () => {
  it('conserves every minor unit: sending is principal plus fees, and the locked side is kept', () => {
    fc.assert(
      fc.property(request, (given) => {
        const price = priceQuote({ ...given, rate: rateOf(given.sending, given.receiving) });
        if (price === undefined) return;
        expect(price.sendingMinor).toBe(price.principalMinor + price.fees.totalMinor);
        expect(price.fees.totalMinor).toBe(price.fees.serviceMinor + price.fees.platformMinor);
        expect(given.lockedSide === 'SENDING' ? price.sendingMinor : price.receivingMinor).toBe(given.lockedMinor);
      }),
      { numRuns: 2_000, seed: 20250101 },
    );
  });

  it('converts within one minor unit of the exact ratio, never in favour of the customer', () => {
    fc.assert(
      fc.property(request, (given) => {
        const rate = rateOf(given.sending, given.receiving);
        const price = priceQuote({ ...given, rate });
        if (price === undefined) return;
        const { numerator, denominator } = parseRate(rate);
        // principal/10^s − rate × received/10^r, without fractions; the bound is one unit of the derived side.
        const kept =
          price.principalMinor * minorPerMajor(given.receiving) * denominator -
          price.receivingMinor * minorPerMajor(given.sending) * numerator;
        const unit =
          given.lockedSide === 'SENDING'
            ? minorPerMajor(given.sending) * numerator
            : minorPerMajor(given.receiving) * denominator;
        expect(kept >= 0n && kept < unit).toBe(true);
      }),
      { numRuns: 2_000, seed: 20250102 },
    );
  });

  it('rounds each fee once, from the exact base, with the receiving side locked', () => {
    const fees = { service: { fixedMinor: 0n, variableBps: 30 }, platform: { fixedMinor: 0n, variableBps: 20 } };
    const locked = { lockedSide: 'RECEIVING', lockedMinor: 663n, sending: 'USD', receiving: 'USD', rate: '1' } as const;
    // 663 / 0.995 = 666.33…, of which 0.3 % is 1.998… and 0.2 % is 1.33…; of the base 667 the first would be 2.001.
    expect(priceQuote({ ...locked, fees })).toMatchObject({ sendingMinor: 667n, fees: { totalMinor: 4n } });
    // 995 / 0.995 = 1000 exactly, of which 0.3 % is 3 and 0.2 % is 2.
    expect(priceQuote({ ...locked, lockedMinor: 995n, fees })).toMatchObject({ sendingMinor: 1000n });
  });

  it('returns no price for an amount that converts to zero or costs less than one minor unit', () => {
    const fees = { service: { fixedMinor: 0n, variableBps: 50 }, platform: { fixedMinor: 0n, variableBps: 0 } };
    const rupees = { sending: 'INR', receiving: 'USD', rate: rateOf('INR', 'USD'), fees } as const;
    const dollars = { sending: 'USD', receiving: 'INR', rate: rateOf('USD', 'INR'), fees } as const;
    // A cent is 84.03… paise, and the fee is one paisa.
    expect(priceQuote({ lockedSide: 'SENDING', lockedMinor: 85n, ...rupees })).toBeUndefined();
    expect(priceQuote({ lockedSide: 'SENDING', lockedMinor: 86n, ...rupees })).toMatchObject({ receivingMinor: 1n });
    expect(priceQuote({ lockedSide: 'RECEIVING', lockedMinor: 84n, ...dollars })).toBeUndefined();
    expect(priceQuote({ lockedSide: 'RECEIVING', lockedMinor: 85n, ...dollars })).toMatchObject({ principalMinor: 2n });
    const same = { ...dollars, receiving: 'USD', rate: '1' } as const;
    expect(priceQuote({ lockedSide: 'RECEIVING', lockedMinor: 1n, ...same })).toMatchObject({ principalMinor: 1n });
  });

  it('takes each variable fee of the amount after fixed fees, and rounds each on its own', () => {
    const fees = { service: { fixedMinor: 100n, variableBps: 100 }, platform: { fixedMinor: 50n, variableBps: 30 } };
    const price = priceQuote({
      lockedSide: 'SENDING',
      lockedMinor: 1_000n,
      sending: 'USD',
      receiving: 'USD',
      rate: '1',
      fees,
    });
    expect(price?.fees).toMatchObject({
      serviceTerms: fees.service,
      // 1 % and 0.3 % of 850 are 8.5 and 2.55, together 11.05.
      serviceVariableMinor: 9n,
      serviceMinor: 109n,
      platformMinor: 53n,
      totalMinor: 162n,
    });
    expect(price?.receivingMinor).toBe(838n);
  });

  it('has a fee if it has a fixed or a variable part', () => {
    const found = [0n, 1n].flatMap((fixedMinor) => [0, 1].map((variableBps) => hasFee({ fixedMinor, variableBps })));
    expect(found).toEqual([false, true, true, true]);
  });

  it('charges at least the network cost, as a fixed fee, with either side locked', () => {
    const fees = { service: { fixedMinor: 0n, variableBps: 50 }, platform: noFee, networkMinor: 45n };
    const same = { sending: 'USD', receiving: 'USD', rate: '1', fees } as const;
    const own = { fixedMinor: 0n, variableBps: 50 };
    const least = { fixedMinor: 45n, variableBps: 0 };
    for (const [sent, received, serviceTerms] of [
      [46n, 1n, least],
      [8_800n, 8_755n, least],
      [9_000n, 8_955n, own],
      [9_200n, 9_154n, own],
    ] as const) {
      const price = { sendingMinor: sent, receivingMinor: received, fees: { serviceTerms } };
      expect(priceQuote({ lockedSide: 'SENDING', lockedMinor: sent, ...same })).toMatchObject(price);
      expect(priceQuote({ lockedSide: 'RECEIVING', lockedMinor: received, ...same })).toMatchObject(price);
    }
    expect(priceQuote({ lockedSide: 'SENDING', lockedMinor: 45n, ...same })).toBeUndefined();
  });

  it('charges at least the network cost for any amount and any fees', () => {
    fc.assert(
      fc.property(request, fc.bigInt(0n, 100_000n), (given, networkMinor) => {
        const fees = { ...given.fees, networkMinor };
        const price = priceQuote({ ...given, fees, rate: rateOf(given.sending, given.receiving) });
        if (price === undefined) return;
        expect(price.fees.serviceMinor).toBeGreaterThanOrEqual(networkMinor);
        expect(price.fees.serviceMinor).toBe(price.fees.serviceTerms.fixedMinor + price.fees.serviceVariableMinor);
        expect(price.sendingMinor).toBe(price.principalMinor + price.fees.totalMinor);
      }),
      { numRuns: 2_000, seed: 20250103 },
    );
  });

  it('returns no price when fees take the whole amount', () => {
    const fees = { service: { fixedMinor: 0n, variableBps: 0 }, platform: { fixedMinor: 100n, variableBps: 0 } };
    expect(
      priceQuote({ lockedSide: 'SENDING', lockedMinor: 100n, sending: 'USD', receiving: 'USD', rate: '1', fees }),
    ).toBeUndefined();
    const all = { service: { fixedMinor: 0n, variableBps: 5_000 }, platform: { fixedMinor: 0n, variableBps: 5_000 } };
    expect(
      priceQuote({
        lockedSide: 'RECEIVING',
        lockedMinor: 100n,
        sending: 'USD',
        receiving: 'USD',
        rate: '1',
        fees: all,
      }),
    ).toBeUndefined();
  });
});

describe('fees', () => {
  it('of the service are 50 bps for a conversion, 10 bps for a payout, and 0 for an internal move', () => {
    expect(serviceTerms(true, true)).toEqual({ fixedMinor: 0n, variableBps: 50 });
    expect(serviceTerms(true, false)).toEqual({ fixedMinor: 0n, variableBps: 50 });
    expect(serviceTerms(false, true)).toEqual({ fixedMinor: 0n, variableBps: 10 });
    expect(serviceTerms(false, false)).toEqual({ fixedMinor: 0n, variableBps: 0 });
  });

  it('added to a principal leave exactly that principal', () => {
    const schedule = {
      service: { fixedMinor: 0n, variableBps: 100 },
      platform: { fixedMinor: 50n, variableBps: 300 },
    };
    // The base is 9600 / 0.96.
    expect(feesOfPrincipal(9_600n, schedule)).toMatchObject({ serviceMinor: 100n, platformMinor: 350n });
  });

  it('cannot be added to a principal when they take the whole amount', () => {
    const all = { fixedMinor: 0n, variableBps: 10_000 };
    expect(() => feesOfPrincipal(1n, { service: all, platform: noFee })).toThrow('fees take the whole amount');
  });
});

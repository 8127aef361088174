import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CurrencyValues, crossRate } from '../../engines/rates/cross-rate.ts';
import {
  type FeeSchedule,
  noFee,
  type Price,
  type PriceRequest,
  priceQuote,
  serviceTerms,
} from '../../engines/rates/price.ts';
import { isCurrencyCode, type ListedCurrency, minorPerMajor } from '../../ground/money/currency.ts';
import { dollarsPerUnit } from '../../sandbox/adapters/sandbox-rates.ts';

/** Every amount up to this one is tried for every pair. CONVERSION_AMOUNTS=1000000 takes hours for all currencies. */
const amounts = Number(process.env['CONVERSION_AMOUNTS'] ?? 100);
/** Only these currencies, separated by commas; all of them by default. */
const chosen = process.env['CONVERSION_CURRENCIES']?.split(',');
const largest = 9_000_000_000_000_000n;
const codes = Object.keys(dollarsPerUnit)
  .filter(isCurrencyCode)
  .filter((code) => chosen?.includes(code) ?? true);
const sides = ['SENDING', 'RECEIVING'] as const;
const free: FeeSchedule = { service: noFee, platform: noFee };
const usual: FeeSchedule = { service: serviceTerms(true, false), platform: noFee };

/** The exact value of an amount: the decimals of value and amount are written out. */
function worthIn(worths: CurrencyValues): (amountMinor: bigint, currency: ListedCurrency) => bigint {
  const perUnit = new Map<string, bigint>();
  for (const [currency, worth] of Object.entries(worths)) {
    const [whole = '', fraction = ''] = worth.split('.');
    if (!isCurrencyCode(currency)) continue;
    perUnit.set(currency, (BigInt(whole + fraction.padEnd(18, '0')) * 10n ** 18n) / minorPerMajor(currency));
  }
  return (amountMinor, currency) => amountMinor * (perUnit.get(currency) ?? 0n);
}

const inDollars = worthIn(dollarsPerUnit);

interface Pair {
  readonly sending: ListedCurrency;
  readonly receiving: ListedCurrency;
}

/** What the exchange accounts keep of a payment, at mid rate; a negative value means that money was created. */
function kept({ principalMinor, receivingMinor }: Price, { sending, receiving }: Pair, worth = inDollars): bigint {
  return worth(principalMinor, sending) - worth(receivingMinor, receiving);
}

function everyPair(check: (sending: ListedCurrency, receiving: ListedCurrency, rate: string) => void): void {
  for (const sending of codes) {
    for (const receiving of codes) {
      const rate = crossRate(dollarsPerUnit, sending, receiving);
      if (rate !== undefined && sending !== receiving) check(sending, receiving, rate);
    }
  }
}

/** Amounts around every power of ten, and some in between, up to the end of the range. */
const sampled = [
  ...Array.from({ length: 16 }, (_, power) => 10n ** BigInt(power)).flatMap((ten) => [ten - 1n, ten, ten + 1n]),
  ...fc.sample(fc.bigInt(1n, 1_000_000n), { seed: 20250104, numRuns: 40 }),
  ...fc.sample(fc.bigInt(1_000_000n, largest), { seed: 20250105, numRuns: 40 }),
  largest,
].filter((amount) => amount > 0n && amount <= largest);

const anySide = fc.constantFrom(...sides);
const anyTerms = fc.record({ fixedMinor: fc.bigInt(0n, 60n), variableBps: fc.integer({ min: 0, max: 4_999 }) });
const anyFees = fc.oneof(fc.constant(free), fc.constant(usual), fc.record({ service: anyTerms, platform: anyTerms }));
const anyAmount = fc.oneof(fc.bigInt(1n, 200n), fc.bigInt(1n, 1_000_000n), fc.bigInt(1n, largest));
const step = fc.record({
  to: fc.constantFrom(...codes),
  side: anySide,
  share: fc.integer({ min: 1, max: 1_000 }),
  fees: anyFees,
});

/** A price in the form in which operators enter it: twelve digits before the point, eighteen after it. */
const anyWorth = fc
  .tuple(fc.bigInt(0n, 10n ** 12n - 1n), fc.bigInt(1n, 10n ** 18n - 1n), fc.integer({ min: 0, max: 12 }))
  .map(([whole, fraction, fewer]) => `${whole / 10n ** BigInt(fewer)}.${fraction.toString().padStart(18, '0')}`);

describe('a conversion', () => {
  // The received amount is rounded down and the paid amount is rounded up, so no amount can gain.
  it('has a rate no better than the mid rate, for every pair', () => {
    let pairs = 0;
    everyPair((sending, receiving, rate) => {
      const [whole = '', fraction = ''] = rate.split('.');
      const paid = BigInt(whole + fraction) * inDollars(minorPerMajor(sending), sending);
      const received = 10n ** BigInt(fraction.length) * inDollars(minorPerMajor(receiving), receiving);
      expect([sending, receiving, paid >= received]).toEqual([sending, receiving, true]);
      pairs += 1;
    });
    expect(pairs).toBe(codes.length * (codes.length - 1));
  });

  it('never costs the exchange accounts value, for every pair, locked side and small amount', () => {
    let priced = 0;
    everyPair((sending, receiving, rate) => {
      for (const lockedSide of sides) {
        const request = { lockedSide, sending, receiving, rate, fees: free };
        const check = (lockedMinor: bigint): void => {
          const asked = { ...request, lockedMinor };
          const price = priceQuote(asked);
          if (price === undefined) return;
          priced += 1;
          if (kept(price, asked) < 0n) throw new Error(`${lockedMinor} ${sending} ${receiving} ${lockedSide} gains`);
        };
        for (let amount = 1n; amount <= amounts; amount += 1n) check(amount);
        for (const amount of sampled) check(amount);
      }
    });
    expect(priced).toBeGreaterThan(codes.length ** 2 * sampled.length);
  }, 7_200_000);

  it('never costs the exchange accounts value at any rates that an operator can set', () => {
    fc.assert(
      fc.property(anyWorth, anyWorth, anySide, anyAmount, anyFees, (from, to, lockedSide, lockedMinor, fees) => {
        const worths = { EUR: from, BTC: to };
        const rate = crossRate(worths, 'EUR', 'BTC') ?? '';
        const pair = { sending: 'EUR', receiving: 'BTC' } as const;
        const asked: PriceRequest = { lockedSide, lockedMinor, ...pair, rate, fees };
        const price = priceQuote(asked);
        return price === undefined || (kept(price, pair, worthIn(worths)) >= 0n && price.fees.totalMinor >= 0n);
      }),
      { numRuns: 5_000, seed: 20250106 },
    );
  });
});

describe('a cycle of conversions', () => {
  it('returns no more than it started with, for every pair and every amount up to 100', () => {
    let [cycles, gains] = [0, 0];
    everyPair((home, abroad, rate) => {
      const back = crossRate(dollarsPerUnit, abroad, home) ?? '';
      for (let lockedMinor = 1n; lockedMinor <= 100n; lockedMinor += 1n) {
        const out = priceQuote({
          lockedSide: 'SENDING',
          lockedMinor,
          sending: home,
          receiving: abroad,
          rate,
          fees: usual,
        });
        if (out === undefined) continue;
        const spend = { lockedMinor: out.receivingMinor, sending: abroad, receiving: home, rate: back, fees: usual };
        const returned = priceQuote({ lockedSide: 'SENDING', ...spend });
        cycles += 1;
        if (returned !== undefined && returned.receivingMinor > lockedMinor) gains += 1;
      }
    });
    expect(cycles).toBeGreaterThan(10_000);
    expect(gains).toBe(0);
  });

  it('never gains value over up to four payments with either side locked and any fees', () => {
    const cycle = fc.record({
      home: fc.constantFrom(...codes),
      start: anyAmount,
      steps: fc.array(step, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(cycle, ({ home, start, steps }) => {
        const purse = new Map<ListedCurrency, bigint>([[home, start]]);
        let at = home;
        const way = [...steps, { to: home, side: 'SENDING' as const, share: 1_000, fees: free }];
        for (const { to, side, share, fees } of way) {
          const spent = pay(purse, { from: at, to, side, share, fees });
          if (spent) at = to;
        }
        const worth = [...purse].reduce((sum, [currency, amount]) => sum + inDollars(amount, currency), 0n);
        expect(worth <= inDollars(start, home)).toBe(true);
        expect((purse.get(home) ?? 0n) <= start).toBe(true);
      }),
      { numRuns: 20_000, seed: 20250107 },
    );
  });
});

interface Payment {
  readonly from: ListedCurrency;
  readonly to: ListedCurrency;
  readonly side: (typeof sides)[number];
  /** Thousandths of the balance. */
  readonly share: number;
  readonly fees: FeeSchedule;
}

/** Converts a share of the balance into another currency; returns whether there was an affordable price. */
function pay(purse: Map<ListedCurrency, bigint>, { from, to, side, share, fees }: Payment): boolean {
  const rate = crossRate(dollarsPerUnit, from, to);
  const has = purse.get(from) ?? 0n;
  const offered = (has * BigInt(share) + 999n) / 1_000n;
  if (rate === undefined || offered === 0n || from === to) return false;
  const request = { sending: from, receiving: to, rate, fees };
  const sent = priceQuote({ ...request, lockedSide: 'SENDING', lockedMinor: offered });
  const price =
    side === 'SENDING' || sent === undefined
      ? sent
      : priceQuote({ ...request, lockedSide: side, lockedMinor: sent.receivingMinor });
  if (price === undefined || price.sendingMinor > has) return false;
  purse.set(from, has - price.sendingMinor);
  purse.set(to, (purse.get(to) ?? 0n) + price.receivingMinor);
  return true;
}

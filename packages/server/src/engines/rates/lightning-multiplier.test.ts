import { describe, expect, it } from 'vitest';
import type { ListedCurrency } from '../../ground/money/currency.ts';
import { wireMinor } from '../../ground/money/money.ts';
import { parseRate, toReceiving } from '../../ground/money/rate.ts';
import { type CurrencyValues, crossRate } from './cross-rate.ts';
import { affordableMillisatoshis, lightningCost, lightningMultiplier } from './lightning-multiplier.ts';
import { noFee, type Price, priceQuote, serviceTerms } from './price.ts';

const worths = {
  USD: '1',
  EUR: '1.0842',
  MXN: '0.0541',
  VND: '0.0000392',
  BTC: '97250',
} as const satisfies CurrencyValues;
const currencies = Object.keys(worths) as ListedCurrency[];
const pairs = currencies.flatMap((sending) => currencies.map((receiving) => [sending, receiving] as const));
const amounts = [1, 2, 3, 7, 84, 99, 100, 499, 500, 501, 9_999, 100_000, 123_456_789, 99_999_999_999].map(BigInt);

function rateOf(sending: ListedCurrency, receiving: ListedCurrency): string {
  return crossRate(worths, sending, receiving) ?? '';
}

function pricesOf(sending: ListedCurrency, receiving: ListedCurrency): Price[] {
  const platform = { fixedMinor: 0n, variableBps: 30 };
  const schedules = [noFee, platform].map((one) => ({
    service: serviceTerms(sending !== receiving, true),
    platform: one,
  }));
  const requests = schedules.flatMap((fees) =>
    amounts.flatMap((lockedMinor) =>
      (['SENDING', 'RECEIVING'] as const).map((lockedSide) => ({ lockedSide, lockedMinor, fees })),
    ),
  );
  const priced = requests.map((one) => priceQuote({ ...one, sending, receiving, rate: rateOf(sending, receiving) }));
  return priced.filter((price) => price !== undefined);
}

describe('the Lightning cost limit of a payment', () => {
  it.each(pairs)('covers the price of a provider in the same market, from %s to %s', (sending, receiving) => {
    const multiplier = lightningMultiplier(rateOf('BTC', receiving), receiving);
    for (const price of pricesOf(sending, receiving)) {
      const asked = lightningCost(wireMinor(price.receivingMinor), multiplier);
      const most = affordableMillisatoshis(price, rateOf(sending, 'BTC'), sending);
      expect([price, asked <= Number(most)]).toEqual([price, true]);
    }
  });

  it.each(pairs)(
    'exceeds what the payer provides by less than one millisatoshi, from %s to %s',
    (sending, receiving) => {
      for (const price of pricesOf(sending, receiving)) {
        const rate = rateOf(sending, 'BTC');
        const taken = price.sendingMinor - price.fees.platformMinor;
        const { numerator, denominator } = toReceiving(taken, parseRate(rate), sending, 'BTC');
        const excess = affordableMillisatoshis(price, rate, sending) * denominator - numerator * 1_000n;
        // If the service takes no fee, the amount may be rounded up by less than one millisatoshi.
        expect([price, excess < (price.fees.serviceMinor > 0n ? 1n : denominator)]).toEqual([price, true]);
      }
    },
  );
});

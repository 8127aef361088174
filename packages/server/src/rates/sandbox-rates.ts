import type { CurrencyCode } from '../money/currency.ts';
import { formatRate, parseRate } from '../money/rate.ts';
import { type RateSource, ratesTakenAt } from './rate-source.ts';

/** US dollars for one major unit. A currency without an entry has no corridor. */
const dollarsPerUnit: Readonly<Partial<Record<CurrencyCode, string>>> = {
  USD: '1',
  EUR: '1.0842',
  GBP: '1.2706',
  MXN: '0.0541',
  BRL: '0.1815',
  INR: '0.0119',
  USDC: '1',
  USDT: '1',
  USDB: '1',
  BTC: '97250',
  AED: '0.2723',
  CAD: '0.7205',
  DKK: '0.1453',
  HKD: '0.1283',
  NGN: '0.00065',
  PHP: '0.0172',
  SGD: '0.7480',
  ZAR: '0.0553',
};

/** Prices that never move, so that a sandbox payment costs the same today and tomorrow. */
export function createSandboxRates(): RateSource {
  return {
    rateFor: (sending, receiving, now) => {
      if (sending === receiving) return { rate: '1', updatedAt: ratesTakenAt(now) };
      const sendingDollars = dollarsPerUnit[sending];
      const receivingDollars = dollarsPerUnit[receiving];
      if (sendingDollars === undefined || receivingDollars === undefined) return undefined;
      const price = parseRate(receivingDollars);
      const unit = parseRate(sendingDollars);
      const rate = formatRate({
        numerator: price.numerator * unit.denominator,
        denominator: price.denominator * unit.numerator,
      });
      return { rate, updatedAt: ratesTakenAt(now) };
    },
  };
}

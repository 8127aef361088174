import { type CurrencyValues, crossRate } from '../../engines/rates/cross-rate.ts';
import { type RateSource, ratesTakenAt } from '../../engines/rates/rate-source.ts';
import { type SandboxSuffix, sandboxSuffix } from '../../ground/ids/sandbox-suffixes.ts';
import { type CurrencyCode, isCurrencyCode } from '../../ground/money/currency.ts';

/** US dollars for one major unit. ARS has no entry, to show a missing corridor. */
export const dollarsPerUnit: CurrencyValues = {
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
  BDT: '0.00821',
  BWP: '0.0745',
  CNY: '0.1406',
  COP: '0.000246',
  EGP: '0.0207',
  GHS: '0.0818',
  GTQ: '0.1304',
  HTG: '0.00764',
  IDR: '0.0000612',
  JMD: '0.00628',
  KES: '0.00774',
  MWK: '0.000577',
  MYR: '0.2372',
  PKR: '0.00355',
  RWF: '0.000702',
  THB: '0.0297',
  TZS: '0.000376',
  UGX: '0.000277',
  VND: '0.0000392',
  XAF: '0.001653',
  XOF: '0.001653',
  ZMW: '0.0369',
};

/** The ending of an identifier for which the market refuses the quoted price at execution. */
const refusedEnding: SandboxSuffix = '016';

/** Fixed prices, so that a sandbox payment always costs the same. */
export function createSandboxRates(): RateSource {
  // Computed once for each pair of listed currencies, since every payment needs three.
  const worked = new Map<string, string>();
  const rateOf = (sending: CurrencyCode, receiving: CurrencyCode): string | undefined => {
    const pair = `${sending} ${receiving}`;
    const known = worked.get(pair);
    if (known !== undefined) return known;
    const rate = crossRate(dollarsPerUnit, sending, receiving);
    if (rate !== undefined && isCurrencyCode(sending) && isCurrencyCode(receiving)) worked.set(pair, rate);
    return rate;
  };
  return {
    rateFor: (sending, receiving, now) => {
      const rate = rateOf(sending, receiving);
      return rate === undefined ? undefined : { rate, updatedAt: ratesTakenAt(now) };
    },
    lastRateFor: rateOf,
    accepts: ({ sending, receiving, destinationIdentifier: identifier }) =>
      sending === receiving || identifier === null || sandboxSuffix(identifier) !== refusedEnding,
  };
}

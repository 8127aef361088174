import type { RateSource } from '../../engines/rates/rate-source.ts';
import { type CurrencyCode, isCurrencyCode, type ListedCurrency } from '../../ground/money/currency.ts';
import { parseRate } from '../../ground/money/rate.ts';
import type { Ratio } from '../../ground/money/rounding.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';

type LastRates = Pick<RateSource, 'lastRateFor'>;

/**
 * Whether amounts of a currency can be compared with limits, which are set in US dollars. A token of a platform
 * never has a price and has no such limit; any other currency without a price must wait until the market has one.
 */
export function hasDollarPrice(rates: LastRates, currency: CurrencyCode): boolean {
  return !isCurrencyCode(currency) || rates.lastRateFor(currency, 'USD') !== undefined;
}

export function refuseWithoutDollarPrice(currency: CurrencyCode): Refusal<'QUOTE_RATE_UNAVAILABLE'> {
  return refuse(
    'QUOTE_RATE_UNAVAILABLE',
    `${currency} has no price in US dollars now, and limits are set in US dollars. Try again later or send another currency.`,
  );
}

/**
 * The price of one US dollar at the last known rate; `undefined` for a token. Throws if the caller did not check
 * `hasDollarPrice` first.
 */
export function dollarPrice(rates: LastRates, currency: CurrencyCode): Ratio | undefined {
  return isCurrencyCode(currency) ? lastRate(rates, currency, 'USD', currency) : undefined;
}

/** The price of one unit of a currency in US dollars, with the digits of the market. */
export function dollarsPerUnit(rates: LastRates, currency: ListedCurrency): Ratio {
  return lastRate(rates, 'USD', currency, currency);
}

function lastRate(rates: LastRates, sending: CurrencyCode, receiving: CurrencyCode, currency: CurrencyCode): Ratio {
  const rate = rates.lastRateFor(sending, receiving);
  if (rate === undefined) throw new Error(`${currency} has no price in US dollars`);
  return parseRate(rate);
}

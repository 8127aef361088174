import { type CurrencyCode, isCurrencyCode, type ListedCurrency } from '../../ground/money/currency.ts';
import { formatRate, parseRate } from '../../ground/money/rate.ts';

/** The worth of one major unit of each currency, all in the same base, as decimal text. */
export type CurrencyValues = Readonly<Partial<Record<ListedCurrency, string>>>;

/** The price of one receiving major unit in sending major units; `undefined` if the worth of either is unknown. */
export function crossRate(worths: CurrencyValues, sending: CurrencyCode, receiving: CurrencyCode): string | undefined {
  if (sending === receiving) return '1';
  if (!isCurrencyCode(sending) || !isCurrencyCode(receiving)) return undefined;
  const [unit, price] = [worths[sending], worths[receiving]];
  if (unit === undefined || price === undefined) return undefined;
  const [from, to] = [parseRate(unit), parseRate(price)];
  return formatRate({ numerator: to.numerator * from.denominator, denominator: to.denominator * from.numerator });
}

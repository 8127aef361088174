import type { RateSource } from '../../engines/rates/rate-source.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import { exceedsPaymentLimit, worthInCents } from './payment-limits.ts';

/** The largest amount that a quote may send from a currency now, found with the limit check of quotes. */
export function largestSendingMinor(rates: RateSource, currency: CurrencyCode): bigint {
  const isTooLarge = (amountMinor: bigint): boolean =>
    exceedsPaymentLimit(worthInCents(rates, amountMinor, currency)) !== undefined;
  return smallestAmountWhere(isTooLarge, largestWireMinor + 1n) - 1n;
}

/**
 * The smallest amount of which something arrives, if there is one; `hasPrice` returns whether a quote for an amount
 * has a price.
 */
export function smallestSendingMinor(hasPrice: (amountMinor: bigint) => boolean): bigint | undefined {
  let atMost = 1n;
  while (!hasPrice(atMost)) {
    if (atMost > largestWireMinor) return undefined;
    atMost *= 2n;
  }
  return smallestAmountWhere(hasPrice, atMost);
}

/**
 * The smallest positive amount for which `holds` is true; `holds` must be monotonic. Returns `atMost` if no smaller
 * amount satisfies it.
 */
export function smallestAmountWhere(holds: (amountMinor: bigint) => boolean, atMost: bigint): bigint {
  let low = 1n;
  let high = atMost;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return high;
}

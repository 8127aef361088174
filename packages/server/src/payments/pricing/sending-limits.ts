import type { RateSource } from '../../engines/rates/rate-source.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import { exceedsPaymentLimit, worthInCents } from './payment-limits.ts';

/** The largest amount that a quote may send from a currency now: the very rule that quotes are held to decides. */
export function largestSendingMinor(rates: RateSource, currency: CurrencyCode): bigint {
  const isTooLarge = (amountMinor: bigint): boolean =>
    exceedsPaymentLimit(worthInCents(rates, amountMinor, currency)) !== undefined;
  return firstWhere(isTooLarge, largestWireMinor + 1n) - 1n;
}

/** The smallest amount of which anything arrives, if any is; `hasPrice` says whether a quote for an amount has a price. */
export function smallestSendingMinor(hasPrice: (amountMinor: bigint) => boolean): bigint | undefined {
  let atMost = 1n;
  while (!hasPrice(atMost)) {
    if (atMost > largestWireMinor) return undefined;
    atMost *= 2n;
  }
  return firstWhere(hasPrice, atMost);
}

/** The smallest positive amount for which `holds`, which it does from there on; `atMost` when none below it does. */
export function firstWhere(holds: (amountMinor: bigint) => boolean, atMost: bigint): bigint {
  let low = 1n;
  let high = atMost;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return high;
}

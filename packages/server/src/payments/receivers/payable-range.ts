import { type FeeSchedule, type Price, priceQuote } from '../../engines/rates/price.ts';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import type { ReceivableCurrency } from '../../engines/uma/uma-network.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import { exceedsPaymentLimit, exceedsUnprovenLimit, worthInCents } from '../pricing/payment-limits.ts';
import { smallestAmountWhere } from '../pricing/sending-limits.ts';
import type { SendingCurrency } from './sending-currency.ts';

interface Payable extends SendingCurrency {
  readonly rates: RateSource;
  readonly receiving: CurrencyCode;
  readonly fees: FeeSchedule;
  /** The account is a wallet whose ownership is not proved. */
  readonly isUnproven: boolean;
}

/**
 * The smallest and largest amount that may arrive, found with the pricing and the limit checks of quotes.
 * `undefined` if fees and limits leave none.
 */
export function payableRange(payable: Payable): ReceivableCurrency | undefined {
  const priceOf = (lockedMinor: bigint) => priceQuote({ ...payable, lockedSide: 'RECEIVING', lockedMinor });
  const end = largestWireMinor + 1n;
  const minMinor = smallestAmountWhere((minor) => priceOf(minor) !== undefined, end);
  const isRefused = (minor: bigint): boolean => {
    const price = priceOf(minor);
    return minor >= minMinor && (price === undefined || exceedsLimits(payable, price));
  };
  const maxMinor = smallestAmountWhere(isRefused, end) - 1n;
  return minMinor <= maxMinor ? { currency: payable.receiving, minMinor, maxMinor } : undefined;
}

function exceedsLimits({ rates, sending, isUnproven }: Payable, { sendingMinor }: Price): boolean {
  const cents = worthInCents(rates, sendingMinor, sending);
  const isTooLarge = sendingMinor > largestWireMinor || exceedsPaymentLimit(cents) !== undefined;
  return isTooLarge || (isUnproven && exceedsUnprovenLimit(cents));
}

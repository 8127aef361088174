import { epochMsOf, type Instant, instantOf, minuteMs } from '../../ground/clock/instant.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

/** The price of one receiving major unit in sending major units. */
interface QuotedRate {
  /** Decimal text, e.g. `0.0582`. */
  readonly rate: string;
  readonly updatedAt: Instant;
}

/** A priced conversion that is about to be executed. */
export interface Conversion {
  readonly sending: CurrencyCode;
  readonly receiving: CurrencyCode;
  readonly rate: string;
  /** The account number, IBAN or address; `null` inside the service. */
  readonly destinationIdentifier: string | null;
}

/** The port to the currency market. */
export interface RateSource {
  /** `undefined` if the pair has no rate now. The rate of a currency to itself is always 1. */
  rateFor(sending: CurrencyCode, receiving: CurrencyCode, now: Instant): QuotedRate | undefined;
  /** The last known rate, even if it has expired. Only for comparing amounts with limits. */
  lastRateFor(sending: CurrencyCode, receiving: CurrencyCode): string | undefined;
  /** Whether the market still accepts a price that was quoted. */
  accepts(conversion: Conversion, now: Instant): boolean;
}

/** The market at a point in time. */
export interface Market {
  readonly rates: RateSource;
  readonly now: Instant;
}

/** Rates change every five minutes: when the current ones started. */
export function ratesTakenAt(now: Instant): Instant {
  const period = 5 * minuteMs;
  return instantOf(Math.floor(epochMsOf(now) / period) * period);
}

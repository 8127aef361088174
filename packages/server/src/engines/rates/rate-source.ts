import { epochMsOf, type Instant, instantOf, minuteMs } from '../../ground/clock/instant.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

/** A price of one receiving major unit in sending major units. */
export interface QuotedRate {
  /** Decimal text, e.g. `0.0582`. */
  readonly rate: string;
  readonly updatedAt: Instant;
}

/** A conversion that was priced and is about to be made. */
export interface Conversion {
  readonly sending: CurrencyCode;
  readonly receiving: CurrencyCode;
  readonly rate: string;
  /** Account number, IBAN, address and so on; `null` inside the service. */
  readonly destinationIdentifier: string | null;
}

/** The port to the market. */
export interface RateSource {
  /** `undefined` where the corridor has no rate now. The same currency always has the rate 1. */
  rateFor(sending: CurrencyCode, receiving: CurrencyCode, now: Instant): QuotedRate | undefined;
  /** The last rate that was known, also where there is none now: enough to weigh amounts against limits. */
  lastRateFor(sending: CurrencyCode, receiving: CurrencyCode): string | undefined;
  /** Whether the market still takes a price that was quoted. */
  accepts(conversion: Conversion, now: Instant): boolean;
}

/** The market at a moment. */
export interface Market {
  readonly rates: RateSource;
  readonly now: Instant;
}

/** Rates hold for five minutes: the moment from which the current ones hold. */
export function ratesTakenAt(now: Instant): Instant {
  const period = 5 * minuteMs;
  return instantOf(Math.floor(epochMsOf(now) / period) * period);
}

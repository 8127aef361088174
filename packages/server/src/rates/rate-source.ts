import { epochMsOf, type Instant, instantOf, minuteMs } from '../clock/instant.ts';
import type { CurrencyCode } from '../money/currency.ts';

/** A price of one receiving major unit in sending major units. */
export interface QuotedRate {
  /** Decimal text, e.g. `0.0582`. */
  readonly rate: string;
  readonly updatedAt: Instant;
}

/** The port to the market. */
export interface RateSource {
  /** `undefined` where the corridor has no rate now. The same currency always has the rate 1. */
  rateFor(sending: CurrencyCode, receiving: CurrencyCode, now: Instant): QuotedRate | undefined;
}

/** Rates hold for five minutes: the moment the current ones were taken. */
export function ratesTakenAt(now: Instant): Instant {
  const period = 5 * minuteMs;
  return instantOf(Math.floor(epochMsOf(now) / period) * period);
}

import type { Instant } from '../../ground/clock/instant.ts';
import { crossRate } from './cross-rate.ts';
import type { RateDocument } from './rate-document.ts';
import type { RateSource } from './rate-source.ts';

/** Rates that are supplied from outside and replaced repeatedly. */
export interface FeedRates extends RateSource {
  /** Replaces the rates. `at` becomes their `updatedAt`. */
  take(document: RateDocument, at: Instant): void;
}

/**
 * The last valid rates, until the expiry in their document. It is checked in real time, because it concerns the market
 * and not the clock of a sandbox.
 */
export function createFeedRates(realNow: () => Instant): FeedRates {
  let taken: { readonly document: RateDocument; readonly at: Instant } | undefined;
  const isUsable = (): boolean => taken !== undefined && realNow() < taken.document.validUntil;
  return {
    take: (document, at) => {
      taken = { document, at };
    },
    rateFor: (sending, receiving, now) => {
      if (sending === receiving) return { rate: '1', updatedAt: taken?.at ?? now };
      if (taken === undefined || !isUsable()) return undefined;
      const rate = crossRate(taken.document.worths, sending, receiving);
      return rate === undefined ? undefined : { rate, updatedAt: taken.at };
    },
    lastRateFor: (sending, receiving) => crossRate(taken?.document.worths ?? {}, sending, receiving),
    accepts: ({ sending, receiving }) =>
      sending === receiving ||
      (isUsable() && taken !== undefined && crossRate(taken.document.worths, sending, receiving) !== undefined),
  };
}

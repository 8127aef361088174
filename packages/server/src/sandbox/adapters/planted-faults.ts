import type { PayoutFailure, Rails } from '../../engines/rails/rails.ts';
import type { RateSource } from '../../engines/rates/rate-source.ts';

/** What of the simulated world fails now, whatever the accounts that are paid say. A test sets it and takes it back. */
export interface PlantedFaults {
  /** Why banks and chains turn away every payment that reaches them. */
  rail?: PayoutFailure | undefined;
  /** Whether the market has no rate. */
  rates?: boolean | undefined;
}

/** The rails, until they are made to fail: what would have arrived comes back. What arrived before stays. */
export function railsWithFaults(rails: Rails, faults: PlantedFaults): Rails {
  return {
    ...rails,
    look: async (payment, now) => {
      const report = await rails.look(payment, now);
      return faults.rail === undefined || report.kind !== 'DELIVERED' || payment.refundedAt !== null
        ? report
        : { kind: 'FAILED', reason: faults.rail };
    },
  };
}

/** The market, until it is made to close: nothing is priced, and no price is taken any more. */
export function ratesWithFaults(rates: RateSource, faults: PlantedFaults): RateSource {
  return {
    rateFor: (sending, receiving, now) =>
      faults.rates === true && sending !== receiving ? undefined : rates.rateFor(sending, receiving, now),
    lastRateFor: (sending, receiving) => rates.lastRateFor(sending, receiving),
    accepts: (conversion, now) => faults.rates !== true && rates.accepts(conversion, now),
  };
}

import type { PayoutFailure, Rails } from '../../engines/rails/rails.ts';
import type { RateSource } from '../../engines/rates/rate-source.ts';

/** Current failures of the simulated world, regardless of the paid accounts. A test sets and clears them. */
export interface PlantedFaults {
  /** Why banks and chains reject every payment that reaches them. */
  rail?: PayoutFailure | undefined;
  /** Whether the market has no rate. */
  rates?: boolean | undefined;
}

/** The rails. While they fail, payments that would have arrived come back; earlier arrivals stay. */
export function railsWithFaults(rails: Rails, faults: PlantedFaults): Rails {
  return {
    ...rails,
    poll: async (payment, now) => {
      const report = await rails.poll(payment, now);
      return faults.rail === undefined || report.kind !== 'DELIVERED' || payment.refundedAt !== null
        ? report
        : { kind: 'FAILED', reason: faults.rail };
    },
  };
}

/** The market. While it is closed, there are no quotes and quoted prices are refused. */
export function ratesWithFaults(rates: RateSource, faults: PlantedFaults): RateSource {
  return {
    rateFor: (sending, receiving, now) =>
      faults.rates === true && sending !== receiving ? undefined : rates.rateFor(sending, receiving, now),
    lastRateFor: (sending, receiving) => rates.lastRateFor(sending, receiving),
    accepts: (conversion, now) => faults.rates !== true && rates.accepts(conversion, now),
  };
}

import { findPlatformFee } from '../config/find-fee-terms.ts';
import { type FieldError, type Refusal, refuseFields } from '../http/operation.ts';
import { type FeeSchedule, noFee, serviceTerms } from '../rates/fees.ts';
import type { WorkContext } from '../work-context.ts';
import type { Ends, QuoteRequest } from './resolve-ends.ts';

/** The only sending currency a platform may take its own fee in. */
const platformFeeCurrency = 'USD';

/** The fees of a quote: the service's, and the platform's own by override or standing configuration. */
export async function chooseFees(
  { unit, tenant }: WorkContext,
  request: QuoteRequest,
  { source, destination }: Ends,
): Promise<FeeSchedule | Refusal<'INVALID_INPUT'>> {
  const isCrossCurrency = source.currency !== destination.currency;
  const service = serviceTerms(isCrossCurrency, !destination.isInternal);
  const override = request.platformFeeOverride;
  if (override !== undefined) {
    const errors = overrideErrors(source.currency, override.platformFixedFee.currency);
    if (errors.length > 0) return refuseFields(errors);
    const platform = {
      fixedMinor: BigInt(override.platformFixedFee.amount),
      variableBps: override.platformVariableFeeBps,
    };
    return { service, platform };
  }
  if (!isCrossCurrency || source.currency !== platformFeeCurrency) return { service, platform: noFee };
  return { service, platform: (await findPlatformFee(unit, tenant, source.currency)) ?? noFee };
}

function overrideErrors(sending: string, feeCurrency: string): FieldError[] {
  if (sending !== platformFeeCurrency) {
    const message = `A platform fee needs a sending currency of ${platformFeeCurrency}; this quote sends ${sending}. Leave platformFeeOverride out.`;
    return [{ field: 'platformFeeOverride', message }];
  }
  if (feeCurrency === sending) return [];
  const message = `The fixed fee is taken in the sending currency: write ${sending}.`;
  return [{ field: 'platformFeeOverride.platformFixedFee.currency', message, constraint: { enum: [sending] } }];
}

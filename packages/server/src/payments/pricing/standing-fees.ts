import { type FeeSchedule, noFee, serviceTerms } from '../../engines/rates/fees.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { findPlatformFee } from '../../platform/config/find-fee-terms.ts';

/** The only sending currency a platform may take its own fee in. */
export const platformFeeCurrency = 'USD';

/** What a payment costs where it says nothing about fees itself. */
export async function standingFees(
  { unit, tenant }: WorkContext,
  sending: string,
  receiving: string,
  leavesService: boolean,
): Promise<FeeSchedule> {
  const isCrossCurrency = sending !== receiving;
  const service = serviceTerms(isCrossCurrency, leavesService);
  if (!isCrossCurrency || sending !== platformFeeCurrency) return { service, platform: noFee };
  return { service, platform: (await findPlatformFee(unit, tenant, sending)) ?? noFee };
}

import type { Unit } from '../../ground/database/unit.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import { findCurrencyRow } from './config-repository.ts';

export interface CurrencyLimits {
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
}

/** The least and the most that one UMA payment may be, as the platform has set them; `undefined` for a currency it does not support. */
export async function findCurrencyLimits(
  unit: Unit,
  tenant: number,
  currency: CurrencyCode,
): Promise<CurrencyLimits | undefined> {
  const row = await findCurrencyRow(unit, tenant, currency);
  return row && { minMinor: row.minimum_minor, maxMinor: row.maximum_minor };
}

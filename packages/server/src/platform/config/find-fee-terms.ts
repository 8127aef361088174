import type { FeeTerms } from '../../engines/rates/fees.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import { findFeeRow } from './config-repository.ts';

/** The platform's standing fee on conversions out of a currency; `undefined` where none is in force. */
export async function findPlatformFee(
  unit: Unit,
  tenant: number,
  sourceCurrency: CurrencyCode,
): Promise<FeeTerms | undefined> {
  const row = await findFeeRow(unit, {
    tenant,
    fee_type: 'CROSS_CURRENCY_TRANSACTION',
    source_currency: sourceCurrency,
  });
  if (row === undefined || (row.variable_fee_bps === 0 && row.fixed_fee_minor === 0n)) return undefined;
  return { fixedMinor: row.fixed_fee_minor, variableBps: row.variable_fee_bps };
}

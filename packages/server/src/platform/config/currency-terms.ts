import type { CounterpartyFieldDefinition } from '@payments-platform/types';
import { type FeeTerms, noFee } from '../../engines/rates/fees.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

/** How a platform uses one of its currencies. */
export interface CurrencyTerms {
  /** The least and the most that one UMA payment may be. */
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
  /** What the platform must know about the other party of a payment. */
  readonly counterpartyRules: readonly CounterpartyFieldDefinition[];
}

const findCurrency = table('platform_currencies').find('currency');

/** `undefined` for a currency that the platform does not support now. */
export async function findCurrencyTerms(
  unit: Unit,
  tenant: number,
  currency: CurrencyCode,
): Promise<CurrencyTerms | undefined> {
  const row = await unit.first(findCurrency, { tenant, currency });
  if (row === undefined) return undefined;
  const { minimum_minor: minMinor, maximum_minor: maxMinor } = row;
  return { minMinor, maxMinor, counterpartyRules: readJson(row.required_counterparty_fields) };
}

/** The only sending currency a platform may take its own fee in. */
export const platformFeeCurrency = 'USD';

/** What the platform takes of a payment that says nothing about fees itself. */
export async function findStandingFee(
  unit: Unit,
  tenant: number,
  sending: CurrencyCode,
  receiving: CurrencyCode,
): Promise<FeeTerms> {
  if (sending === receiving || sending !== platformFeeCurrency) return noFee;
  return (await findPlatformFee(unit, tenant, sending)) ?? noFee;
}

const findFee = table('fee_configs').find('fee_type', 'source_currency');

/** The platform's standing fee on conversions out of a currency; `undefined` where none is in force. */
export async function findPlatformFee(
  unit: Unit,
  tenant: number,
  sourceCurrency: CurrencyCode,
): Promise<FeeTerms | undefined> {
  const key = { tenant, fee_type: 'CROSS_CURRENCY_TRANSACTION', source_currency: sourceCurrency } as const;
  const row = await unit.first(findFee, key);
  if (row === undefined || (row.variable_fee_bps === 0 && row.fixed_fee_minor === 0n)) return undefined;
  return { fixedMinor: row.fixed_fee_minor, variableBps: row.variable_fee_bps };
}

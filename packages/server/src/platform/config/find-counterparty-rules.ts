import type { CounterpartyFieldDefinition } from '@payments-platform/types';
import type { Unit } from '../../ground/database/unit.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import { findCurrencyRow } from './config-repository.ts';

/** What the platform must know about the other party of a payment in a currency. */
export async function findCounterpartyRules(
  unit: Unit,
  tenant: number,
  currency: CurrencyCode,
): Promise<readonly CounterpartyFieldDefinition[]> {
  const row = await findCurrencyRow(unit, tenant, currency);
  return row === undefined ? [] : readJson(row.required_counterparty_fields);
}

import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

const find = statement<{ readonly tenant: number; readonly currency: CurrencyCode }, { currency: string }>(
  'findPlatformCurrency',
  (db, key) =>
    db
      .selectFrom('platform_currencies')
      .select('currency')
      .where('tenant', '=', key.tenant)
      .where('currency', '=', key.currency),
);

/** Whether the platform has the currency among its supported ones now. */
export async function supportsCurrency(unit: Unit, tenant: number, currency: CurrencyCode): Promise<boolean> {
  return (await unit.first(find, { tenant, currency })) !== undefined;
}

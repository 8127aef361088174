import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

const find = table('platform_currencies').find('currency');

/** Whether the platform has the currency among its supported ones now. */
export async function supportsCurrency(unit: Unit, tenant: number, currency: CurrencyCode): Promise<boolean> {
  return (await unit.first(find, { tenant, currency })) !== undefined;
}

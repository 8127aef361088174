import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { InternalAccountRow } from './internal-account-row.ts';

const find = statement<{ readonly tenant: number; readonly id: string }, InternalAccountRow>(
  'findInternalAccount',
  (db, key) => db.selectFrom('internal_accounts').selectAll().where('tenant', '=', key.tenant).where('id', '=', key.id),
);

export function findInternalAccount(unit: Unit, tenant: number, id: string): Promise<InternalAccountRow | undefined> {
  return unit.first(find, { tenant, id });
}

interface PlatformKey {
  readonly tenant: number;
  readonly currency: CurrencyCode;
}

const findOfPlatform = statement<PlatformKey, InternalAccountRow>('findPlatformAccount', (db, key) =>
  db
    .selectFrom('internal_accounts')
    .selectAll()
    .where('tenant', '=', key.tenant)
    .where('customer_id', 'is', null)
    .where('currency', '=', key.currency),
);

/** The account of the platform itself in a currency. */
export function findPlatformAccount(
  unit: Unit,
  tenant: number,
  currency: CurrencyCode,
): Promise<InternalAccountRow | undefined> {
  return unit.first(findOfPlatform, { tenant, currency });
}

interface CustomerKey extends PlatformKey {
  readonly customerId: string;
}

const findOfCustomer = statement<CustomerKey, InternalAccountRow>('findCustomerAccount', (db, key) =>
  db
    .selectFrom('internal_accounts')
    .selectAll()
    .where('tenant', '=', key.tenant)
    .where('customer_id', '=', key.customerId)
    .where('currency', '=', key.currency),
);

/** The account of a customer in a currency. */
export function findCustomerAccount(
  unit: Unit,
  tenant: number,
  customerId: string,
  currency: CurrencyCode,
): Promise<InternalAccountRow | undefined> {
  return unit.first(findOfCustomer, { tenant, customerId, currency });
}

import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { InternalAccountRow } from './tables.ts';

const accounts = table('internal_accounts');
const find = accounts.find('id');

export function findInternalAccount(unit: Unit, tenant: number, id: string): Promise<InternalAccountRow | undefined> {
  return unit.first(find, { tenant, id });
}

const lock = accounts.lock('id');

/** Finds the account for update: its balance does not change until this unit ends. */
export function lockInternalAccount(unit: Unit, tenant: number, id: string): Promise<InternalAccountRow | undefined> {
  return unit.first(lock, { tenant, id });
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

const findOfCustomer = accounts.find('customer_id', 'currency');

/** The account of a customer in a currency. */
export function findCustomerAccount(
  unit: Unit,
  tenant: number,
  customerId: string,
  currency: CurrencyCode,
): Promise<InternalAccountRow | undefined> {
  return unit.first(findOfCustomer, { tenant, customer_id: customerId, currency });
}

/** The refusal is the same for an account of another platform and one that never existed. */
export function unknownInternalAccount(id: string): Refusal<'ACCOUNT_NOT_FOUND'> {
  return refuse(
    'ACCOUNT_NOT_FOUND',
    `There is no internal account ${id}. Check the id and the environment of your token.`,
  );
}

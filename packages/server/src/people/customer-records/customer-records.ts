import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CustomerRow } from './tables.ts';

const customers = table('customers');
const find = customers.find('id');

export function findCustomerRow(unit: Unit, tenant: number, id: string): Promise<CustomerRow | undefined> {
  return unit.first(find, { tenant, id });
}

const take = customers.lock('id');

/** Reads the row to change it: no other unit changes it before this one ends. */
export function lockCustomer(unit: Unit, tenant: number, id: string): Promise<CustomerRow | undefined> {
  return unit.first(take, { tenant, id });
}

/** Fails immediately if a unique name is taken. */
export function insertCustomer(unit: Unit, row: CustomerRow): Promise<number> {
  return unit.insertNow('customers', row);
}

const update = customers.update(
  [
    'region',
    'currencies',
    'email',
    'phone_number',
    'uma_address',
    'profile',
    'consent',
    'updated_at',
    'deleted_at',
    'email_verified_at',
    'phone_verified_at',
    'verification_status',
    'sequence',
  ],
  'id',
);

/** Writes a locked row; fails immediately if a unique name is taken. */
export function updateCustomer(unit: Unit, row: CustomerRow): Promise<number> {
  return unit.run(update, row);
}

import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { lockCustomer } from './customer-records.ts';
import type { CustomerRow } from './tables.ts';

/** A customer that exists and is not deleted, for update: no other unit changes it before this one ends. */
export async function lockActiveCustomer(
  unit: Unit,
  tenant: number,
  id: string,
): Promise<CustomerRow | Refusal<'CUSTOMER_NOT_FOUND'>> {
  const row = await lockCustomer(unit, tenant, id);
  if (row !== undefined && row.deleted_at === null) return row;
  return refuse(
    'CUSTOMER_NOT_FOUND',
    'No customer of the platform has this id, or it has been deleted. List the customers to find it.',
  );
}

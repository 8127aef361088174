import { sortedBy, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

/** The limit for customers that have or had one id. */
export const mostCustomers = 100;

interface Named {
  readonly tenant: number;
  readonly platformCustomerId: string;
}

const find = statement<Named, { id: string }>(
  'findCustomersByPlatformId',
  (db, { tenant, platformCustomerId }, engine) =>
    db
      .selectFrom('customers')
      .select('id')
      .where('tenant', '=', tenant)
      .where('platform_customer_id', '=', platformCustomerId)
      .orderBy(sortedBy(engine, 'id'))
      .limit(mostCustomers + 1),
);

/**
 * The ids of all customers that have or had this platformCustomerId, which can be reused once its customer is
 * deleted. Returns at most `mostCustomers` + 1.
 */
export async function findCustomersByPlatformId(
  unit: Unit,
  tenant: number,
  platformCustomerId: string,
): Promise<string[]> {
  return (await unit.all(find, { tenant, platformCustomerId })).map(({ id }) => id);
}

import { sortedBy, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

/** An id that is used again so often is none. */
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
 * The ids of every customer who has or had the platform's own id, or one more than counts: it is free again once its
 * customer is deleted.
 */
export async function findCustomersByPlatformId(
  unit: Unit,
  tenant: number,
  platformCustomerId: string,
): Promise<string[]> {
  return (await unit.all(find, { tenant, platformCustomerId })).map(({ id }) => id);
}

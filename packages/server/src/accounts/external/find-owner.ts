import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { findCustomer } from '../../people/customers/find-customer.ts';

/** The owner of a new account: a customer, or the platform itself (`null`) if the request names no customer. */
export interface Owner {
  readonly customerId: string | null;
}

/** The customer may not have accepted the end user terms yet, because no money moves here. */
export async function findOwner(
  { unit, tenant }: WorkContext,
  customerId: string | undefined,
): Promise<Owner | Refusal<'CUSTOMER_NOT_FOUND'>> {
  if (customerId === undefined) return { customerId: null };
  const customer = await findCustomer(unit, tenant, customerId);
  if (customer !== undefined && !customer.isDeleted) return { customerId };
  return refuse(
    'CUSTOMER_NOT_FOUND',
    `There is no active customer ${customerId}. Check the id and the environment of your token.`,
  );
}

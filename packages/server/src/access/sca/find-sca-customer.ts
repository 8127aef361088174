import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { findCustomer, type KnownCustomer } from '../../people/customers/find-customer.ts';
import { requiresSca } from '../../people/customers/requires-sca.ts';

/** Returns an active customer who has to authenticate, and refuses any other. */
export async function findScaCustomer(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  customerId: string,
): Promise<KnownCustomer | Refusal<'CUSTOMER_NOT_FOUND' | 'CONFLICT'>> {
  const customer = await findCustomer(unit, tenant, customerId);
  if (customer === undefined || customer.isDeleted) {
    return refuse(
      'CUSTOMER_NOT_FOUND',
      `There is no active customer ${customerId}. Check the id and the environment of your token.`,
    );
  }
  return requiresSca(customer.region) ? customer : scaNotNeeded();
}

export function scaNotNeeded(): Refusal<'CONFLICT'> {
  return refuse(
    'CONFLICT',
    'Strong customer authentication does not apply to this customer: its region does not require it.',
  );
}

import { findCustomer, type KnownCustomer } from '../customers/find-customer.ts';
import { type Refusal, refuse } from '../http/operation.ts';
import type { WorkContext } from '../work-context.ts';
import { demandsSca } from './demands-sca.ts';

/** A customer who has to authenticate; anybody else is refused. */
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
  return demandsSca(customer.region) ? customer : scaNotNeeded();
}

export function scaNotNeeded(): Refusal<'CONFLICT'> {
  return refuse(
    'CONFLICT',
    'Strong customer authentication does not apply to this customer: its region does not demand it.',
  );
}

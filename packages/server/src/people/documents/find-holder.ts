import type { Unit } from '../../ground/database/unit.ts';
import { isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { lockActiveCustomer } from '../customer-records/lock-customer.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { findBusinessOfOwner } from '../owners/owners-of.ts';

const notFound = refuse(
  'DOCUMENT_HOLDER_NOT_FOUND',
  'No customer or beneficial owner of the platform has this id, or it has been deleted. Create the holder first.',
);

/** The customer of a document: its holder, or the business that the holder owns. */
export async function lockCustomerOfHolder(
  unit: Unit,
  tenant: number,
  holderId: string,
): Promise<CustomerRow | Refusal<'DOCUMENT_HOLDER_NOT_FOUND'>> {
  const customerId = holderId.startsWith('BeneficialOwner:')
    ? await findBusinessOfOwner(unit, tenant, holderId)
    : holderId;
  if (customerId === undefined) return notFound;
  const customer = await lockActiveCustomer(unit, tenant, customerId);
  return isRefusal(customer) ? notFound : customer;
}

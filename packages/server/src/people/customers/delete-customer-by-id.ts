import { type Handler, type Refusal, refuse } from '../../operation/operation.ts';
import { lockCustomer, updateCustomer } from '../customer-records/customer-records.ts';
import type { Dependents } from './life-cycle.ts';
import { showCustomer } from './show-customer.ts';

/**
 * The row stays, so that payments of the customer can still be explained. Its platformCustomerId can be used again;
 * its UMA address stays taken.
 */
export const deleteCustomerById: Handler<'deleteCustomerById'> = async ({ input: { path }, ...context }) => {
  const { tenant, unit, now, deps } = context;
  const row = await lockCustomer(unit, tenant, path.customerId);
  if (row === undefined)
    return refuse('CUSTOMER_NOT_FOUND', 'No customer of the platform has this id. List the customers to find it.');
  if (row.deleted_at !== null)
    return refuse('CUSTOMER_DELETED', 'This customer has already been deleted; there is nothing left to do.');
  const dependents = await deps.lifeCycle.beforeCustomerDeleted(context, row.id);
  if (dependents.ids.length > 0) return stillUsed(dependents);
  const deleted = { ...row, deleted_at: now, updated_at: now };
  await updateCustomer(unit, deleted);
  return { status: 200, body: await showCustomer(context, deleted) };
};

function stillUsed({ ids, details }: Dependents): Refusal<'CONFLICT'> {
  const more = ids.length > 3 ? ` and ${ids.length - 3} more in details` : '';
  return refuse(
    'CONFLICT',
    `The customer cannot be deleted while ${ids.slice(0, 3).join(', ')}${more} hold money or are under way. Pay out what is left, let the payments end, and then delete the customer.`,
    details,
  );
}

import { type Handler, refuse } from '../http/operation.ts';
import { takeCustomer, updateCustomer } from './customers-repository.ts';
import { showCustomer } from './show-customer.ts';

/** The row stays, so that payments of the customer can still be explained; its names become free again. */
export const deleteCustomerById: Handler<'deleteCustomerById'> = async ({ input: { path }, ...context }) => {
  const { tenant, unit, now } = context;
  const row = await takeCustomer(unit, tenant, path.customerId);
  if (row === undefined)
    return refuse('CUSTOMER_NOT_FOUND', 'No customer of the platform has this id. List the customers to find it.');
  if (row.deleted_at !== null)
    return refuse('CUSTOMER_DELETED', 'This customer has been deleted already; there is nothing left to do.');
  const deleted = { ...row, deleted_at: now, updated_at: now };
  await updateCustomer(unit, deleted);
  return { status: 200, body: await showCustomer(context, deleted) };
};

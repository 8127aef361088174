import { type Handler, refuse } from '../../operation/operation.ts';
import { findCustomerRow } from '../customer-records/customer-records.ts';
import { showCustomer } from './show-customer.ts';

export const getCustomerById: Handler<'getCustomerById'> = async ({ input: { path }, tenant, unit, deps }) => {
  const row = await findCustomerRow(unit, tenant, path.customerId);
  if (row === undefined)
    return refuse('CUSTOMER_NOT_FOUND', 'No customer of the platform has this id. List the customers to find it.');
  return { status: 200, body: await showCustomer({ unit, tenant, deps }, row) };
};

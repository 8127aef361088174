import type { CustomerOneOf } from '@payments-platform/types';
import type { WorkContext } from '../../operation/deps.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { showOwnersOf } from '../owners/owners-of.ts';
import { viewCustomer } from './customer-view.ts';

type ShowContext = Pick<WorkContext, 'unit' | 'tenant' | 'deps'>;

/** A customer in its wire form; a business with its beneficial owners. */
export async function showCustomer(context: ShowContext, row: CustomerRow): Promise<CustomerOneOf> {
  return (await createCustomerView(context, [row]))(row);
}

/** Views the customers of a page; their owners are read together. */
export async function createCustomerView(
  context: ShowContext,
  rows: readonly CustomerRow[],
): Promise<(row: CustomerRow) => CustomerOneOf> {
  const businesses = rows.filter(({ customer_type: type }) => type === 'BUSINESS').map(({ id }) => id);
  const owners = await showOwnersOf(context, businesses);
  return (row) => viewCustomer(row, owners.get(row.id) ?? []);
}

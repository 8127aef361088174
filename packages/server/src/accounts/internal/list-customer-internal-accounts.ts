import { sql } from 'kysely';
import { listPage } from '../../operation/list-rows.ts';
import type { Handler } from '../../operation/operation.ts';
import { viewInternalAccount } from './internal-account-view.ts';
import type { InternalAccountRow } from './tables.ts';

export const listCustomerInternalAccounts: Handler<'listCustomerInternalAccounts'> = (call) => {
  const { input, tenant, unit, deps } = call;
  const { currency, customerId: customer_id, type, status } = input.query;
  const filter = { tenant, currency, customer_id, type, status };
  const ofCustomers = [sql<boolean>`customer_id is not null`];
  const view = (row: InternalAccountRow) => viewInternalAccount(row, deps.funding);
  return listPage(unit, { table: 'internal_accounts', of: 'InternalAccount' }, input.query, filter, view, ofCustomers);
};

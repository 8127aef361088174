import { sql } from 'kysely';
import { listRows } from '../../operation/list-rows.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';
import { viewInternalAccount } from './internal-account-view.ts';

export const listCustomerInternalAccounts: Handler<'listCustomerInternalAccounts'> = async ({
  input: { query },
  tenant,
  unit,
  deps,
}) => {
  const page = readPage(query);
  if (isRefusal(page)) return page;
  const { currency, customerId: customer_id, type } = query;
  const filter = { tenant, currency, customer_id, type };
  const rows = await listRows(unit, 'internal_accounts', page, filter, [sql<boolean>`customer_id is not null`]);
  return { status: 200, body: listBody(rows, page.limit, (row) => viewInternalAccount(row, deps.funding)) };
};

import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';
import { viewInternalAccount } from './internal-account-view.ts';
import { listCustomerAccountRows } from './internal-accounts-repository.ts';

export const listCustomerInternalAccounts: Handler<'listCustomerInternalAccounts'> = async ({
  input: { query },
  tenant,
  unit,
  deps,
}) => {
  const page = readPage(query);
  if (isRefusal(page)) return page;
  const filter = { currency: query.currency, customerId: query.customerId, type: query.type };
  const rows = await listCustomerAccountRows(unit, tenant, filter, page);
  return { status: 200, body: listBody(rows, page.limit, (row) => viewInternalAccount(row, deps.funding)) };
};

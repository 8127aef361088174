import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';
import { listAccountRows } from './external-account-repository.ts';
import { viewExternalAccount } from './external-account-view.ts';

export const listCustomerExternalAccounts: Handler<'listCustomerExternalAccounts'> = async ({
  input,
  unit,
  tenant,
}) => {
  const { customerId, currency } = input.query;
  const page = readPage(input.query);
  if (isRefusal(page)) return page;
  const owner = customerId === undefined ? 'CUSTOMERS' : { customerId };
  const rows = await listAccountRows(unit, tenant, { owner, currency }, page);
  return { status: 200, body: listBody(rows, page.limit, viewExternalAccount) };
};

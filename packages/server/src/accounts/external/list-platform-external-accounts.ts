import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';
import { listAccountRows } from './external-account-repository.ts';
import { viewExternalAccount } from './external-account-view.ts';

export const listPlatformExternalAccounts: Handler<'listPlatformExternalAccounts'> = async ({
  input,
  unit,
  tenant,
}) => {
  const { currency } = input.query;
  const page = readPage(input.query);
  if (isRefusal(page)) return page;
  const rows = await listAccountRows(unit, tenant, { owner: 'PLATFORM', currency }, page);
  return { status: 200, body: listBody(rows, page.limit, viewExternalAccount) };
};

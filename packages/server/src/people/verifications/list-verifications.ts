import { listRows } from '../../operation/list-rows.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';
import { viewVerification } from './verification-view.ts';

export const listVerifications: Handler<'listVerifications'> = async ({ input: { query }, tenant, unit }) => {
  const page = readPage(query);
  if (isRefusal(page)) return page;
  const { customerId: customer_id, verificationStatus: status } = query;
  const rows = await listRows(unit, 'verifications', page, { tenant, customer_id, status });
  return { status: 200, body: listBody(rows, page.limit, viewVerification) };
};

import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';
import { viewVerification } from './verification-view.ts';
import { listVerificationRows } from './verifications-repository.ts';

export const listVerifications: Handler<'listVerifications'> = async ({ input: { query }, tenant, unit }) => {
  const page = readPage(query);
  if (isRefusal(page)) return page;
  const filter = { customerId: query.customerId, status: query.verificationStatus };
  const rows = await listVerificationRows(unit, tenant, filter, page);
  return { status: 200, body: listBody(rows, page.limit, viewVerification) };
};

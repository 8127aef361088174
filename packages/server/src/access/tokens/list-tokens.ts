import { readOptionalInstant } from '../../ground/clock/read-instant.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';
import { viewToken } from './token-view.ts';
import { listTokenRows } from './tokens-repository.ts';

export const listTokens: Handler<'listTokens'> = async ({ input: { query }, tenant, unit }) => {
  const page = readPage(query);
  if (isRefusal(page)) return page;
  const filter = {
    name: query.name,
    createdAfter: readOptionalInstant(query.createdAfter),
    createdBefore: readOptionalInstant(query.createdBefore),
    updatedAfter: readOptionalInstant(query.updatedAfter),
    updatedBefore: readOptionalInstant(query.updatedBefore),
  };
  const rows = await listTokenRows(unit, tenant, filter, page);
  return { status: 200, body: listBody(rows, page.limit, viewToken) };
};

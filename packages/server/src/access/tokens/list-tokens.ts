import { listRows, withinTimes } from '../../operation/list-rows.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';
import { viewToken } from './token-view.ts';

export const listTokens: Handler<'listTokens'> = async ({ input: { query }, tenant, unit }) => {
  const page = readPage(query);
  if (isRefusal(page)) return page;
  const rows = await listRows(unit, 'tokens', page, { tenant, name: query.name }, withinTimes(query));
  return { status: 200, body: listBody(rows, page.limit, viewToken) };
};

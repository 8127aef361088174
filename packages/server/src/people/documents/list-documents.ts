import { listRows } from '../../operation/list-rows.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';
import { viewDocument } from './document-view.ts';

export const listDocuments: Handler<'listDocuments'> = async ({ input: { query }, tenant, unit, deps }) => {
  const page = readPage(query);
  if (isRefusal(page)) return page;
  const rows = await listRows(unit, 'documents', page, { tenant, holder_id: query.documentHolder });
  return { status: 200, body: listBody(rows, page.limit, (row) => viewDocument(row, deps.sealer)) };
};

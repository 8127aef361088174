import { listPage } from '../../operation/list-rows.ts';
import type { Handler } from '../../operation/operation.ts';
import { viewDocument } from './document-view.ts';

export const listDocuments: Handler<'listDocuments'> = ({ input: { query }, tenant, unit, deps: { sealer } }) =>
  listPage(unit, { table: 'documents', of: 'Document' }, query, { tenant, holder_id: query.documentHolder }, (row) =>
    viewDocument(row, sealer),
  );

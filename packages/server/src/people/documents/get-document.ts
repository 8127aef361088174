import type { Handler } from '../../operation/operation.ts';
import { viewDocument } from './document-view.ts';
import { findDocument } from './documents-repository.ts';
import { documentNotFound } from './lock-document.ts';

export const getDocument: Handler<'getDocument'> = async ({ input: { path }, tenant, unit, deps }) => {
  const row = await findDocument(unit, tenant, path.documentId);
  return row === undefined ? documentNotFound : { status: 200, body: viewDocument(row, deps.sealer) };
};

import { adoptFile } from '../../engines/files/orphan-files.ts';
import { type Handler, isRefusal, refuse, refuseFields } from '../../operation/operation.ts';
import { brokenDocumentRules, contentTypeOf, refuseAtFirstCheck } from './document-rules.ts';
import { refuseWithoutSpace } from './document-space.ts';
import { viewDocument } from './document-view.ts';
import { findDocumentOfKind, insertDocument } from './documents-repository.ts';
import { lockCustomerOfHolder } from './find-holder.ts';
import { sealDescription } from './seal-description.ts';
import type { DocumentRow } from './tables.ts';

export const uploadDocument: Handler<'uploadDocument'> = async ({ input: { body }, ...context }) => {
  const { unit, tenant, now, deps } = context;
  const errors = brokenDocumentRules(body);
  if (errors.length > 0) return refuseFields(errors);
  // The customer is locked, so that two uploads for one holder are processed one after the other.
  const customer = await lockCustomerOfHolder(unit, tenant, body.documentHolder);
  if (isRefusal(customer)) return customer;
  const { documentHolder: holderId, documentType, side = '' } = body;
  const documentId = await findDocumentOfKind(unit, {
    tenant,
    holder_id: holderId,
    document_type: documentType,
    side,
  });
  if (documentId !== undefined) {
    const reason = 'The holder already has a document of this type and side. Replace that one.';
    return refuse('DOCUMENT_ALREADY_EXISTS', reason, { documentId });
  }
  const refusal =
    refuseAtFirstCheck(deps.identity, body) ?? (await refuseWithoutSpace(context, body.file.sizeBytes, null));
  if (refusal !== undefined) return refusal;

  const row: DocumentRow = {
    tenant,
    id: deps.ids.next('Document'),
    holder_id: holderId,
    customer_id: customer.id,
    document_type: documentType,
    side,
    country: body.country,
    sealed_description: sealDescription(body, deps.sealer),
    file_key: body.file.key,
    content_type: contentTypeOf(body.file) ?? '',
    size_bytes: body.file.sizeBytes,
    created_at: now,
    updated_at: now,
    submitted_at: null,
  };
  await adoptFile(unit, body.file);
  insertDocument(unit, row);
  await context.deps.lifeCycle.onCustomerChanged(context, customer.id);
  return { status: 201, body: viewDocument(row, deps.sealer) };
};

import { adoptFile, scheduleFileRemoval } from '../../engines/files/orphan-files.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import { type Handler, isRefusal, refuseFieldErrors } from '../../operation/operation.ts';
import { brokenDocumentRules, contentTypeOf, type GivenDocument, refuseAtFirstCheck } from './document-rules.ts';
import { refuseWithoutSpace } from './document-space.ts';
import { viewDocument } from './document-view.ts';
import { replaceDocumentRow } from './documents-repository.ts';
import { lockDocument } from './lock-document.ts';
import { sealDescription } from './seal-description.ts';
import type { DocumentRow } from './tables.ts';

export const replaceDocument: Handler<'replaceDocument'> = async ({ input: { path, body }, ...context }) => {
  const { unit, tenant, now, deps } = context;
  const sent = brokenDocumentRules(body);
  const taken = await lockDocument(unit, tenant, path.documentId);
  if (isRefusal(taken)) return refuseFieldErrors(sent) ?? taken;
  const { document, customer } = taken;
  const refusal =
    refuseFieldErrors([...sent, ...fixedPartsChanged(document, body)]) ??
    refuseAtFirstCheck(deps.identity, body) ??
    (await refuseWithoutSpace(context, body.file.sizeBytes, document.size_bytes));
  if (refusal !== undefined) return refusal;

  const row: DocumentRow = {
    ...document,
    country: body.country,
    sealed_description: sealDescription(body, deps.sealer),
    file_key: body.file.key,
    content_type: contentTypeOf(body.file) ?? '',
    size_bytes: body.file.sizeBytes,
    updated_at: now,
  };
  await adoptFile(unit, body.file);
  scheduleFileRemoval(unit, tenant, document.file_key, now);
  replaceDocumentRow(unit, row);
  if (customer !== undefined) await context.deps.lifeCycle.onCustomerChanged(context, customer.id);
  return { status: 200, body: viewDocument(row, deps.sealer) };
};

/** A replacement has the same type and side, so it cannot conflict with another document of the holder. */
function fixedPartsChanged(document: DocumentRow, { documentType, side }: GivenDocument): FieldError[] {
  const errors: FieldError[] = [];
  if (documentType !== document.document_type) {
    const message = `Send ${document.document_type}, the type of the document being replaced.`;
    errors.push({ field: 'documentType', message, constraint: { enum: [document.document_type] } });
  }
  if ((side ?? '') !== document.side) {
    const message =
      document.side === ''
        ? 'Leave this out, as for the document being replaced.'
        : `Send ${document.side}, the side being replaced.`;
    errors.push({ field: 'side', message });
  }
  return errors;
}

import { scheduleFileRemoval } from '../../engines/files/orphan-files.ts';
import { type Handler, isRefusal, refuse } from '../../operation/operation.ts';
import { removeDocument } from './documents-repository.ts';
import { lockDocument } from './lock-document.ts';

/** Deletes the document and its file, unless it was submitted for verification. */
export const deleteDocument: Handler<'deleteDocument'> = async ({ input: { path }, ...context }) => {
  const { tenant, unit, now } = context;
  const taken = await lockDocument(unit, tenant, path.documentId);
  if (isRefusal(taken)) return taken;
  const { document, customer } = taken;
  if (document.submitted_at !== null) {
    return refuse('CONFLICT', 'The document has been submitted for verification and is kept. Replace it instead.');
  }
  removeDocument(unit, tenant, document.id);
  scheduleFileRemoval(unit, tenant, document.file_key, now);
  if (customer !== undefined) await context.deps.lifeCycle.onCustomerChanged(context, customer.id);
  return { status: 204, body: undefined };
};

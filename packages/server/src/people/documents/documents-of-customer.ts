import type { DocumentId, DocumentType } from '@payments-platform/types';
import { table } from '../../ground/database/table.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { unsealJson } from '../../ground/sealing/sealed-json.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { listDocumentsOfCustomer } from './documents-repository.ts';

/** What a verification needs of a document. */
export interface DocumentFacts {
  readonly id: DocumentId;
  readonly holderId: string;
  readonly documentType: DocumentType;
  readonly side: 'FRONT' | 'BACK' | '';
  /** A replaced file has another key, under the same document id. */
  readonly fileKey: string;
  readonly documentNumber: string | undefined;
}

/** All documents of a customer and of its beneficial owners, the oldest first. */
export async function findDocumentFacts(
  { unit, tenant, deps: { sealer } }: WorkContext,
  customerId: string,
): Promise<readonly DocumentFacts[]> {
  const rows = await listDocumentsOfCustomer(unit, tenant, customerId);
  return rows.map((row) => ({
    id: storedId('Document', row.id),
    holderId: row.holder_id,
    documentType: row.document_type,
    side: row.side,
    fileKey: row.file_key,
    documentNumber: unsealJson(sealer, row.sealed_description).documentNumber,
  }));
}

const markSubmitted = table('documents').update(['submitted_at'], 'customer_id');

/** Documents of a complete submission can no longer be deleted. */
export function markDocumentsSubmitted({ unit, tenant, now }: WorkContext, customerId: string): void {
  unit.write(markSubmitted, { tenant, customer_id: customerId, submitted_at: now });
}

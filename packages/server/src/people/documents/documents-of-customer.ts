import type { DocumentId, DocumentType } from '@payments-platform/types';
import type { Unit } from '../../ground/database/unit.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { listDocumentsOfCustomer, markDocumentsSubmitted } from './documents-repository.ts';

/** What a verification has to know of a document. */
export interface DocumentFacts {
  readonly id: DocumentId;
  readonly holderId: string;
  readonly documentType: DocumentType;
  readonly side: 'FRONT' | 'BACK' | '';
  /** Another file is another key, under the same id. */
  readonly fileKey: string;
}

/** Everything on file about a customer and about the people who own it, the oldest first. */
export async function findDocumentFacts(
  unit: Unit,
  tenant: number,
  customerId: string,
): Promise<readonly DocumentFacts[]> {
  const rows = await listDocumentsOfCustomer(unit, tenant, customerId);
  return rows.map((row) => ({
    id: storedId('Document', row.id),
    holderId: row.holder_id,
    documentType: row.document_type,
    side: row.side,
    fileKey: row.file_key,
  }));
}

/** Documents of a complete submission cannot be deleted any more. */
export function keepSubmitted({ unit, tenant, now }: WorkContext, customerId: string): void {
  markDocumentsSubmitted(unit, tenant, customerId, now);
}

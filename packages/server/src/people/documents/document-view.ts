import type { Document } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import { unsealJson } from '../../ground/sealing/sealed-json.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import type { DocumentRow } from './tables.ts';

export function viewDocument(row: DocumentRow, sealer: Pick<Sealer, 'unseal'>): Document {
  return {
    id: storedId('Document', row.id),
    documentHolder: row.holder_id,
    documentType: row.document_type,
    ...(row.side === '' ? {} : { side: row.side }),
    country: row.country,
    ...unsealJson(sealer, row.sealed_description),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

import type { DocumentHolder, DocumentType } from '@payments-platform/types';
import type { DocumentDescription } from '../../../people/documents/document-row.ts';
import type { Instant } from '../../clock/instant.ts';
import type { SealedJson } from '../../sealing/sealed-json.ts';
import type { Fixed } from '../column-types.ts';

interface UnkeptFilesTable {
  tenant: Fixed<number>;
  file_key: Fixed<string>;
  due_at: Instant;
}

interface DocumentsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  holder_id: Fixed<DocumentHolder>;
  customer_id: Fixed<string>;
  document_type: Fixed<DocumentType>;
  /** Empty where the document has no sides. */
  side: Fixed<'FRONT' | 'BACK' | ''>;
  country: string;
  sealed_description: SealedJson<DocumentDescription>;
  file_key: string;
  content_type: string;
  size_bytes: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
  submitted_at: Instant | null;
}

export interface DocumentTables {
  unkept_files: UnkeptFilesTable;
  documents: DocumentsTable;
}

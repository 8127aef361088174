import type { DocumentHolder, DocumentType } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { SealedJson } from '../../ground/sealing/sealed-json.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    documents: DocumentsTable;
  }
}

interface DocumentsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  holder_id: Fixed<DocumentHolder>;
  customer_id: Fixed<string>;
  document_type: Fixed<DocumentType>;
  /** Empty if the document has no sides. */
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

/** A document as it is stored. */
export type DocumentRow = Stored<'documents'>;

/** The sealed fields. */
export interface DocumentDescription {
  readonly fileName: string;
  readonly documentNumber?: string;
  readonly issuingAuthority?: string;
}

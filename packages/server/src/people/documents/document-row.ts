import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

/** A document as it is stored. */
export type DocumentRow = Selectable<Schema['documents']>;

/** What is sealed of it. */
export interface DocumentDescription {
  readonly fileName: string;
  readonly documentNumber?: string;
  readonly issuingAuthority?: string;
}

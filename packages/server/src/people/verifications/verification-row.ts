import type { VerificationError } from '@payments-platform/types';
import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';
import { readJson } from '../../ground/json/json-text.ts';

export type VerificationRow = Selectable<Schema['verifications']>;

/** A file that a check has refused. Replacing the file of the document resolves it. */
export interface RefusedFile {
  readonly documentId: string;
  readonly fileKey: string;
  readonly type: VerificationError['type'];
}

export function refusedFilesOf({ refused }: Pick<VerificationRow, 'refused'>): readonly RefusedFile[] {
  return readJson(refused);
}

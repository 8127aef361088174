import type { VerificationError, VerificationStatus } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { RefusedFile } from './verification-row.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    verifications: VerificationsTable;
  }
}

interface VerificationsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  customer_id: Fixed<string>;
  status: VerificationStatus;
  errors: JsonText<readonly VerificationError[]>;
  refused: JsonText<readonly RefusedFile[]>;
  sequence: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

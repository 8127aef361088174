import type { Instant } from '../ground/clock/instant.ts';
import type { Fixed } from '../ground/database/column-types.ts';

declare module '../ground/database/schema.ts' {
  interface Schema {
    idempotency_keys: IdempotencyKeysTable;
  }
}

interface IdempotencyKeysTable {
  tenant: Fixed<number>;
  key_hash: Fixed<string>;
  fingerprint: Fixed<string>;
  status: Fixed<number>;
  body: Fixed<string>;
  created_at: Fixed<Instant>;
  expires_at: Fixed<Instant>;
}

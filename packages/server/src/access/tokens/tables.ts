import type { Permission } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { JsonText } from '../../ground/json/json-text.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    tokens: TokensTable;
  }
}

interface TokensTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  name: string;
  permissions: JsonText<readonly Permission[]>;
  client_id: Fixed<string>;
  secret_hash: string;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

/** An API token as it is stored. */
export type TokenRow = Stored<'tokens'>;

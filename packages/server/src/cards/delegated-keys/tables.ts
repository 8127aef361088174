import type { StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    delegated_keys: DelegatedKeysTable;
  }
}

interface DelegatedKeysTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  card_id: Fixed<string>;
  /** The row that links the card and the wallet. */
  funding_source_id: Fixed<string>;
  account_id: Fixed<string>;
  /** Compressed, in lower-case hexadecimal. */
  public_key: Fixed<string>;
  /** The sealed private key, if the custodian left it with the service. */
  secret: Fixed<string | null>;
  nickname: Fixed<string>;
  status: StateOf<'delegated-key'>;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

/** A key with which the service debits a wallet for purchases with a card, as it is stored. */
export type DelegatedKeyRow = Stored<'delegated_keys'>;

import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    wallets: WalletsTable;
  }
}

/** The custodian's ids for the wallet of an account. They are part of every payload that its owner signs. */
interface WalletsTable {
  tenant: Fixed<number>;
  account_id: Fixed<string>;
  organization_id: Fixed<string>;
  user_id: Fixed<string>;
  wallet_id: Fixed<string>;
  signing_key_id: Fixed<string>;
  /** Sealed. */
  secret: Fixed<string | null>;
  opened_at: Fixed<Instant>;
}

/** The keys of an embedded wallet as they are stored. */
export type WalletRow = Stored<'wallets'>;

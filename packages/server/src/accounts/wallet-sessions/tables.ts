import type { AuthMethodType, StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    wallet_sessions: WalletSessionsTable;
  }
}

interface WalletSessionsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  account_id: Fixed<string>;
  /** The credential that the customer signed in with. */
  credential_id: Fixed<string>;
  type: Fixed<AuthMethodType>;
  nickname: string;
  passkey_id: Fixed<string | null>;
  /** Compressed, in lower-case hexadecimal. */
  public_key: Fixed<string>;
  /** The stored status. An `ACTIVE` session counts only until `expires_at`. */
  status: StateOf<'auth-session'>;
  created_at: Fixed<Instant>;
  updated_at: Instant;
  expires_at: Fixed<Instant>;
}

/** A session as it is stored. */
export type SessionRow = Stored<'wallet_sessions'>;

import type { AuthMethodType } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { JsonText } from '../../ground/json/json-text.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    wallet_credentials: WalletCredentialsTable;
    wallet_codes: WalletCodesTable;
  }
}

interface WalletCredentialsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  account_id: Fixed<string>;
  customer_id: Fixed<string>;
  type: Fixed<AuthMethodType>;
  nickname: string;
  identity: string;
  passkey: Fixed<JsonText<StoredPasskey> | null>;
  sign_count: number | null;
  /** The digest of the challenge that the passkey was created for: a challenge creates one passkey. */
  registration_digest: Fixed<string | null>;
  codes_sent: number;
  codes_since: Instant;
  code_sent_at: Instant | null;
  failures: number;
  failures_since: Instant;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

export interface StoredPasskey {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly relyingPartyId: string;
  readonly origin: string;
  readonly transports: readonly string[];
}

interface WalletCodesTable {
  tenant: Fixed<number>;
  credential_id: Fixed<string>;
  code_digest: string;
  /** The private key to which the device seals the code, in hexadecimal. */
  target_key: string;
  wrong_attempts: number;
  expires_at: Instant;
}

/** A credential as it is stored. */
export type CredentialRow = Stored<'wallet_credentials'>;
export type CodeRow = Stored<'wallet_codes'>;

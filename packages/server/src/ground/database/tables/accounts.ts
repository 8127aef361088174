import type { Instant } from '../../clock/instant.ts';
import type { Fixed, JsonText } from '../column-types.ts';

interface InternalAccountsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  customer_id: Fixed<string | null>;
  type: Fixed<string>;
  status: string;
  currency: Fixed<string>;
  reference: Fixed<string>;
  balance_minor: bigint;
  sent_on: string | null;
  sent_minor: bigint;
  sequence: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

interface ExternalAccountsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  customer_id: Fixed<string | null>;
  status: string;
  currency: Fixed<string>;
  account_type: Fixed<string>;
  identifier: string;
  fingerprint: string;
  platform_account_id: string | null;
  ownership_type: string | null;
  is_default_uma_deposit: number;
  beneficiary_verification_status: string | null;
  beneficiary_verified_name: string | null;
  account_info: JsonText;
  trusted_at: Instant | null;
  sequence: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
  deleted_at: Instant | null;
  collection_status: string | null;
  validation_due_at: Instant | null;
}

export interface AccountTables {
  internal_accounts: InternalAccountsTable;
  external_accounts: ExternalAccountsTable;
}

import type { AccountType, BeneficiaryVerificationStatus, OwnershipType, StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    external_accounts: ExternalAccountsTable;
  }
}

interface ExternalAccountsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  customer_id: Fixed<string | null>;
  status: StateOf<'external-account'>;
  currency: Fixed<CurrencyCode>;
  account_type: Fixed<AccountType>;
  identifier: string;
  fingerprint: string;
  platform_account_id: string | null;
  ownership_type: OwnershipType | null;
  is_default_uma_deposit: number;
  beneficiary_verification_status: BeneficiaryVerificationStatus | null;
  beneficiary_verified_name: string | null;
  account_info: JsonText<AccountInfo>;
  trusted_at: Instant | null;
  sequence: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
  deleted_at: Instant | null;
  collection_status: CollectionStatus | null;
}

/** The state of the bank's validation of the account for collections. */
export type CollectionStatus = 'VALIDATING' | 'VALIDATED' | 'REFUSED';

/** An external account as it is stored. */
export type ExternalAccountRow = Stored<'external_accounts'>;

/** The fields of `accountInfo`, for any kind of account. */
export type AccountInfo = Readonly<Record<string, unknown>>;

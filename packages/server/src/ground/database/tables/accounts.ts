import type {
  AccountType,
  BeneficiaryVerificationStatus,
  InternalAccountType,
  OwnershipType,
  StateOf,
} from '@payments-platform/types';
import type { AccountInfo } from '../../../accounts/external/account-facts.ts';
import type { Instant } from '../../clock/instant.ts';
import type { JsonText } from '../../json/json-text.ts';
import type { CurrencyCode } from '../../money/currency.ts';
import type { Fixed } from '../column-types.ts';

interface InternalAccountsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  customer_id: Fixed<string | null>;
  type: Fixed<InternalAccountType>;
  status: StateOf<'internal-account'>;
  currency: Fixed<CurrencyCode>;
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
  validation_due_at: Instant | null;
}

/** How far the bank of an account is with its validation for collections. */
export type CollectionStatus = 'VALIDATING' | 'VALIDATED' | 'REFUSED';

export interface AccountTables {
  internal_accounts: InternalAccountsTable;
  external_accounts: ExternalAccountsTable;
}

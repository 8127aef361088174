import type { CustomerType, CustomerVerificationStatus, EndUserTermsConsent } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { Profile } from '../customers/profile-rules.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    customers: CustomersTable;
  }
}

interface CustomersTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  platform_customer_id: string;
  customer_type: Fixed<CustomerType>;
  verification_status: CheckStatus;
  region: string | null;
  currencies: JsonText<readonly CurrencyCode[]> | null;
  email: string | null;
  phone_number: string | null;
  uma_address: string;
  profile: JsonText<Profile>;
  consent: JsonText<EndUserTermsConsent> | null;
  sequence: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
  deleted_at: Instant | null;
  email_verified_at: Instant | null;
  phone_verified_at: Instant | null;
}

/** A customer as it is stored. */
export type CustomerRow = Stored<'customers'>;

/** The stored status of a customer's check: that of the interface, with two more while the check is not decided. */
export type CheckStatus = CustomerVerificationStatus | 'PENDING' | 'HOLD';

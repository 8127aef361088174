import type { CustomerType, EndUserTermsConsent } from '@payments-platform/types';
import type { Profile } from '../../../people/customers/profile-rules.ts';
import type { CheckStatus } from '../../../people/customers/verification.ts';
import type { Instant } from '../../clock/instant.ts';
import type { JsonText } from '../../json/json-text.ts';
import type { CurrencyCode } from '../../money/currency.ts';
import type { Fixed } from '../column-types.ts';

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

export interface CustomerTables {
  customers: CustomersTable;
}

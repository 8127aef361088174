import type { Instant } from '../../clock/instant.ts';
import type { Fixed, JsonText } from '../column-types.ts';

interface CustomersTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  platform_customer_id: string;
  customer_type: Fixed<string>;
  verification_status: string;
  region: string | null;
  currencies: JsonText | null;
  email: string | null;
  phone_number: string | null;
  uma_address: string;
  profile: JsonText;
  consent: JsonText | null;
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

import type { Instant } from '../../clock/instant.ts';
import type { Fixed } from '../column-types.ts';

interface ContactCodesTable {
  tenant: Fixed<number>;
  customer_id: Fixed<string>;
  channel: Fixed<'email' | 'phone'>;
  code_digest: string;
  expires_at: Instant;
  wrong_attempts: number;
  hour_began_at: Instant;
  sent_in_hour: number;
}

export interface ContactVerificationTables {
  contact_codes: ContactCodesTable;
}

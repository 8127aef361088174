import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    contact_codes: ContactCodesTable;
  }
}

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

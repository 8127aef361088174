import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { HostedOutcome, HostedPurposeName } from './hosted-page.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    hosted_pages: HostedPagesTable;
  }
}

interface HostedPagesTable {
  token_hash: Fixed<string>;
  tenant: Fixed<number>;
  purpose: Fixed<HostedPurposeName>;
  subject_id: Fixed<string>;
  customer_id: Fixed<string | null>;
  redirect_uri: Fixed<string | null>;
  status: 'OPEN' | 'COMPLETED';
  outcome: HostedOutcome | null;
  created_at: Fixed<Instant>;
  expires_at: Fixed<Instant>;
  completed_at: Instant | null;
}

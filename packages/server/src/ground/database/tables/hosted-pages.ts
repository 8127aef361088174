import type { HostedOutcome, HostedPurposeName } from '../../../engines/hosted-pages/hosted-page.ts';
import type { Instant } from '../../clock/instant.ts';
import type { Fixed } from '../column-types.ts';

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

export interface HostedPageTables {
  hosted_pages: HostedPagesTable;
}

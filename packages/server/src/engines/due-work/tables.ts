import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { WorkKind } from './troubled-work.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    troubled_work: TroubledWorkTable;
  }
}

interface TroubledWorkTable {
  tenant: Fixed<number>;
  kind: Fixed<WorkKind>;
  id: Fixed<string>;
  attempts: number;
  problem: string;
  first_failed_at: Fixed<Instant>;
  last_failed_at: Instant;
  retry_at: Instant | null;
}

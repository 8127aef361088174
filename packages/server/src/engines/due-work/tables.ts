import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    timers: TimersTable;
    troubled_work: TroubledWorkTable;
  }
}

/** Times in milliseconds since 1970, by the clock of the platform and in real time. */
interface TimersTable {
  tenant: Fixed<number>;
  kind: Fixed<string>;
  id: Fixed<string>;
  due_ms: number;
  due_real_ms: number;
  leased_until_ms: number | null;
}

interface TroubledWorkTable {
  tenant: Fixed<number>;
  kind: Fixed<string>;
  id: Fixed<string>;
  attempts: number;
  problem: string;
  first_failed_at: Fixed<Instant>;
  last_failed_at: Instant;
  retry_at: Instant | null;
}

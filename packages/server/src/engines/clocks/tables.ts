import type { Fixed } from '../../ground/database/column-types.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    clocks: ClocksTable;
  }
}

/** Times in milliseconds since 1970. */
export interface ClocksTable {
  tenant: Fixed<number>;
  anchored_at_ms: number;
  anchored_at_real_ms: number;
  scale: number;
  is_frozen: number;
  revision: number;
  advance_id: string | null;
  advance_expires_ms: number | null;
}

import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    guesses: GuessesTable;
  }
}

interface GuessesTable {
  digest: Fixed<string>;
  count: number;
  ends_at: Instant;
}

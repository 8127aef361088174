import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    deposits: DepositsTable;
  }
}

interface DepositsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  arrival_id: Fixed<string>;
  currency: Fixed<CurrencyCode>;
  amount_minor: Fixed<bigint>;
  created_at: Fixed<Instant>;
}

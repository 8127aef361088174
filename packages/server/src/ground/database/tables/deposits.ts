import type { Instant } from '../../clock/instant.ts';
import type { CurrencyCode } from '../../money/currency.ts';
import type { Fixed } from '../column-types.ts';

interface DepositsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  arrival_id: Fixed<string>;
  currency: Fixed<CurrencyCode>;
  amount_minor: Fixed<bigint>;
  created_at: Fixed<Instant>;
}

export interface DepositTables {
  deposits: DepositsTable;
}

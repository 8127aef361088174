import type { Instant } from '../../clock/instant.ts';
import type { Fixed } from '../column-types.ts';

interface LedgerEntriesTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  kind: Fixed<string>;
  subject_id: Fixed<string>;
  created_at: Fixed<Instant>;
}

interface LedgerPostingsTable {
  tenant: Fixed<number>;
  entry_id: Fixed<string>;
  line: Fixed<number>;
  account: Fixed<string>;
  currency: Fixed<string>;
  amount_minor: Fixed<bigint>;
}

export interface LedgerTables {
  ledger_entries: LedgerEntriesTable;
  ledger_postings: LedgerPostingsTable;
}

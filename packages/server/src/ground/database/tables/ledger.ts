import type { LedgerAccount } from '../../../engines/ledger/accounts.ts';
import type { EntryKind } from '../../../engines/ledger/entry.ts';
import type { Instant } from '../../clock/instant.ts';
import type { CurrencyCode } from '../../money/currency.ts';
import type { Fixed } from '../column-types.ts';

interface LedgerEntriesTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  kind: Fixed<EntryKind>;
  subject_id: Fixed<string>;
  created_at: Fixed<Instant>;
}

interface LedgerPostingsTable {
  tenant: Fixed<number>;
  entry_id: Fixed<string>;
  line: Fixed<number>;
  account: Fixed<LedgerAccount>;
  currency: Fixed<CurrencyCode>;
  amount_minor: Fixed<bigint>;
}

export interface LedgerTables {
  ledger_entries: LedgerEntriesTable;
  ledger_postings: LedgerPostingsTable;
}

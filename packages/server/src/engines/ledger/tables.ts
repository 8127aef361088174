import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { LedgerAccount } from './accounts.ts';
import type { EntryKind } from './entry.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    ledger_entries: LedgerEntriesTable;
    ledger_postings: LedgerPostingsTable;
  }
}

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

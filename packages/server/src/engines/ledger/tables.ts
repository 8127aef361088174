import type { AccountEntryKind } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { LedgerAccount } from './accounts.ts';
import type { EntryKind } from './entry.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    ledger_entries: LedgerEntriesTable;
    ledger_postings: LedgerPostingsTable;
    account_entries: AccountEntriesTable;
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

/** The effect of an entry on one internal account, in the order of posting. */
interface AccountEntriesTable {
  tenant: Fixed<number>;
  account_id: Fixed<string>;
  /** The account's number after the entry: it increases with every entry. */
  sequence: Fixed<number>;
  entry_id: Fixed<string>;
  kind: Fixed<AccountEntryKind>;
  subject_id: Fixed<string>;
  amount_minor: Fixed<bigint>;
  /** The change of held money. */
  held_amount_minor: Fixed<bigint>;
  /** Both as of after the entry. */
  balance_minor: Fixed<bigint>;
  held_minor: Fixed<bigint>;
  /** Never before the time of the previous entry. */
  created_at: Fixed<Instant>;
}

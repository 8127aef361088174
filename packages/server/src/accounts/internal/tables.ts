import type { InternalAccountType, StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { CurrencyCode, CurrencyView } from '../../ground/money/currency.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    internal_accounts: InternalAccountsTable;
  }
}

interface InternalAccountsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  customer_id: Fixed<string | null>;
  type: Fixed<InternalAccountType>;
  status: StateOf<'internal-account'>;
  currency: Fixed<CurrencyCode>;
  /** What describes the currency where it is a token of the platform. */
  token: Fixed<JsonText<CurrencyView> | null>;
  reference: Fixed<string>;
  /** What can be spent. */
  balance_minor: bigint;
  /** What is set aside: part of the total balance, and not to be spent. */
  held_minor: bigint;
  /** The UTC day on which payments have left the account last, and how much of what is limited by the day. */
  sent_on: string | null;
  sent_minor: bigint;
  /** When its latest entry was made; `null` while it has none. */
  entered_at: Instant | null;
  /** Whether an embedded wallet hides its balance; `null` on every other account. */
  is_private: number | null;
  sequence: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

/** An internal account as it is stored. */
export type InternalAccountRow = Stored<'internal_accounts'>;

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
  /** The description of the currency if it is a token of the platform. */
  token: Fixed<JsonText<CurrencyView> | null>;
  reference: Fixed<string>;
  /** The amount that can be spent. */
  balance_minor: bigint;
  /** The held amount: part of the total balance, but not available to spend. */
  held_minor: bigint;
  /**
   * The last UTC day on which payments left the account, and the amount sent that day that counts against daily limits.
   */
  sent_on: string | null;
  sent_minor: bigint;
  /** When its latest entry was posted; `null` before the first one. */
  entered_at: Instant | null;
  /** Whether an embedded wallet hides its balance; `null` on every other account. */
  is_private: number | null;
  sequence: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

/** An internal account as it is stored. */
export type InternalAccountRow = Stored<'internal_accounts'>;

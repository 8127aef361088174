import type { CardDeclineReason, CardMerchant, StateOf, TransactionDirection } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    card_transactions: CardTransactionsTable;
    card_pulls: CardPullsTable;
    card_steps: CardStepsTable;
  }
}

/** The messages of the card network, and what happens without a message. */
export type CardStepKind =
  | 'AUTHORIZATION'
  | 'FINANCIAL_AUTHORIZATION'
  | 'BALANCE_INQUIRY'
  | 'CREDIT_AUTHORIZATION'
  | 'CREDIT_AUTHORIZATION_ADVICE'
  | 'FINANCIAL_CREDIT_AUTHORIZATION'
  | 'AUTHORIZATION_ADVICE'
  | 'AUTHORIZATION_REVERSAL'
  | 'CLEARING'
  | 'RETURN'
  | 'RETURN_REVERSAL'
  | 'EXPIRY'
  | 'PULL_FAILURE';

/** The amounts are in the currency of the card. `funding-units.ts` converts them to that of the account. */
interface CardTransactionsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  card_id: Fixed<string>;
  customer_id: Fixed<string>;
  platform_customer_id: Fixed<string>;
  /** The funding source at the time of the decision. */
  account_id: Fixed<string>;
  currency: Fixed<CurrencyCode>;
  account_currency: Fixed<CurrencyCode>;
  issuer_transaction_token: Fixed<string>;
  /** The purchase of a refund. */
  original_transaction_id: Fixed<string | null>;
  status: StateOf<'card-transaction'>;
  decline_reason: Fixed<CardDeclineReason | null>;
  direction: Fixed<TransactionDirection>;
  merchant: Fixed<JsonText<CardMerchant>>;
  authorized_minor: bigint;
  settled_minor: bigint;
  settlement_count: number;
  refunded_minor: bigint;
  refund_count: number;
  /** The sum of all pulls that did not fail, whatever was refunded since. */
  pulled_minor: bigint;
  pull_count: number;
  pending_pull_count: number;
  /** The amount that is held for it now. */
  held_minor: bigint;
  /**
   * The customer's total debit now, whether held or paid out; negative if the customer has received money or is owed
   * it.
   */
  taken_minor: bigint;
  sequence: number;
  /** The time of the last step; `null` while the first step is the only one. */
  last_event_at: Instant | null;
  /** The time of the decision. */
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

interface CardPullsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  card_transaction_id: Fixed<string>;
  status: StateOf<'card-pull'>;
  amount_minor: Fixed<bigint>;
  requested_at: Fixed<Instant>;
}

interface CardStepsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  card_transaction_id: Fixed<string>;
  kind: Fixed<CardStepKind>;
  amount_minor: Fixed<bigint>;
  created_at: Fixed<Instant>;
}

/** A card transaction as it is stored. */
export type CardTransactionRow = Stored<'card_transactions'>;

/** A pull as it is stored. */
export type CardPullRow = Stored<'card_pulls'>;

/** A step of a card transaction as it is stored. */
export type CardStepRow = Stored<'card_steps'>;

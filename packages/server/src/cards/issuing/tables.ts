import type { CardBrand, CardForm, CardStateReason, StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    cards: CardsTable;
    card_funding_sources: CardFundingSourcesTable;
    card_passwords: CardPasswordsTable;
    card_reveals: CardRevealsTable;
  }
}

interface CardsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  cardholder_id: Fixed<string>;
  platform_card_id: Fixed<string>;
  state: StateOf<'card'>;
  state_reason: CardStateReason | null;
  form: Fixed<CardForm>;
  /** The currency of the card and of its amounts. Its funding sources may be in a currency that counts as it. */
  currency: Fixed<CurrencyCode>;
  brand: CardBrand | null;
  last4: string | null;
  exp_month: number | null;
  exp_year: number | null;
  max_spend_per_transaction_minor: bigint | null;
  processor_ref: string | null;
  issuer_ref: string | null;
  sequence: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

interface CardFundingSourcesTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  card_id: Fixed<string>;
  /** Counted from 0. The first one pays. */
  position: number;
  account_id: Fixed<string>;
  created_at: Fixed<Instant>;
}

interface CardPasswordsTable {
  tenant: Fixed<number>;
  card_id: Fixed<string>;
  sealed_password: Fixed<string>;
}

interface CardRevealsTable {
  key_hash: Fixed<string>;
  tenant: Fixed<number>;
  card_id: Fixed<string>;
  /** The API token that requested the page. */
  token_id: Fixed<string>;
  created_at: Fixed<Instant>;
  expires_at: Fixed<Instant>;
  opened_at: Instant | null;
}

/** A page that shows the number of a card, as it is stored: who requested it and when it was opened. */
export type CardRevealRow = Stored<'card_reveals'>;

/** A card as it is stored. */
export type CardRow = Stored<'cards'>;

/** An account that pays for a card, as it is stored. */
export type CardFundingSourceRow = Stored<'card_funding_sources'>;

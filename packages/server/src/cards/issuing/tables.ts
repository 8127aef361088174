import type { CardBrand, CardForm, CardStateReason, StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    cards: CardsTable;
    card_funding_sources: CardFundingSourcesTable;
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
  /** That of the card, in which its amounts are stated; its funding sources may hold what counts as it. */
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
  /** From 0; the first one pays. */
  position: number;
  account_id: Fixed<string>;
  created_at: Fixed<Instant>;
}

/** A card as it is stored. */
export type CardRow = Stored<'cards'>;

/** The bond of a card and an account that pays for it, as it is stored. */
export type CardFundingSourceRow = Stored<'card_funding_sources'>;

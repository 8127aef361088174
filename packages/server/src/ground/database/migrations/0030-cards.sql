-- Cards and the accounts that pay for them. The number of a card is never here: its issuer alone has it.
CREATE TABLE cards (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  cardholder_id TEXT NOT NULL,
  platform_card_id TEXT NOT NULL,
  state TEXT NOT NULL,
  state_reason TEXT,
  form TEXT NOT NULL,
  currency TEXT NOT NULL,
  brand TEXT,
  last4 TEXT,
  exp_month INTEGER,
  exp_year INTEGER,
  max_spend_per_transaction_minor BIGINT,
  processor_ref TEXT,
  issuer_ref TEXT,
  sequence INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
-- An id of the platform's own is free again once its card is closed.
CREATE UNIQUE INDEX cards_platform_card_id ON cards (tenant, platform_card_id) WHERE state <> 'CLOSED';
CREATE INDEX cards_newest ON cards (tenant, created_at, id);
CREATE INDEX cards_of_cardholder ON cards (tenant, cardholder_id, created_at, id);
CREATE INDEX cards_in_state ON cards (tenant, state, created_at, id);
CREATE INDEX cards_by_platform_card_id ON cards (tenant, platform_card_id, created_at, id);

-- The bond of a card and an account. An account that stays in a new list of the card keeps its bond.
CREATE TABLE card_funding_sources (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  card_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX card_funding_sources_in_order ON card_funding_sources (tenant, card_id, position);
CREATE UNIQUE INDEX card_funding_sources_account ON card_funding_sources (tenant, account_id, card_id);

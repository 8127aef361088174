-- What is bought with cards, and what merchants give back. Amounts are in the smallest unit of the card's currency.
CREATE TABLE card_transactions (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  card_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  platform_customer_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  account_currency TEXT NOT NULL,
  issuer_transaction_token TEXT NOT NULL,
  original_transaction_id TEXT,
  status TEXT NOT NULL,
  decline_reason TEXT,
  direction TEXT NOT NULL,
  merchant TEXT NOT NULL,
  authorized_minor BIGINT NOT NULL,
  settled_minor BIGINT NOT NULL,
  settlement_count INTEGER NOT NULL,
  refunded_minor BIGINT NOT NULL,
  refund_count INTEGER NOT NULL,
  pulled_minor BIGINT NOT NULL,
  pull_count INTEGER NOT NULL,
  pending_pull_count INTEGER NOT NULL,
  held_minor BIGINT NOT NULL CHECK (held_minor >= 0),
  taken_minor BIGINT NOT NULL,
  sequence INTEGER NOT NULL,
  last_event_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX card_transactions_newest ON card_transactions (tenant, created_at, id);
CREATE INDEX card_transactions_of_card ON card_transactions (tenant, card_id, created_at, id);
CREATE INDEX card_transactions_of_customer ON card_transactions (tenant, customer_id, created_at, id);
CREATE UNIQUE INDEX card_transactions_token ON card_transactions (tenant, issuer_transaction_token);

-- The pulls of a transaction: how often money was taken from the funding source for it.
CREATE TABLE card_pulls (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  card_transaction_id TEXT NOT NULL,
  status TEXT NOT NULL,
  amount_minor BIGINT NOT NULL,
  requested_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX card_pulls_of_transaction ON card_pulls (tenant, card_transaction_id);

-- Everything that moved the money of a transaction, by the id that its message has at the issuer. A message that comes
-- again finds its step, and an entry of the ledger is about one step, so nothing is settled or given back twice.
CREATE TABLE card_steps (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  card_transaction_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  amount_minor BIGINT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) /*sqlite: WITHOUT ROWID */;
CREATE INDEX card_steps_of_transaction ON card_steps (tenant, card_transaction_id);

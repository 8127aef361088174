-- Keys with which the service takes from embedded wallets what is bought with cards. One at a time pays for a bond of
-- card and wallet; what was begun and not finished never signs, and never stands in the way.
CREATE TABLE delegated_keys (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  card_id TEXT NOT NULL,
  funding_source_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  secret TEXT,
  nickname TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX delegated_keys_active ON delegated_keys (tenant, funding_source_id) WHERE status = 'ACTIVE';
CREATE INDEX delegated_keys_of_account ON delegated_keys (tenant, account_id, created_at, id);
CREATE INDEX delegated_keys_of_source ON delegated_keys (tenant, funding_source_id, created_at, id);

-- Mints and burns. The amount is a text of digits, since tokens have more of them than an integer column; the money behind
-- it is an amount like any other. A row that is CREATED is noted before its provider is asked, and no answer shows it.
CREATE TABLE stablecoin_operations (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  stablecoin_id TEXT NOT NULL,
  link_id TEXT NOT NULL,
  operation_type TEXT NOT NULL,
  status TEXT NOT NULL,
  amount TEXT NOT NULL,
  money_minor BIGINT NOT NULL,
  currency TEXT NOT NULL,
  source_type TEXT NOT NULL,
  source_account_id TEXT,
  debited_address_id TEXT,
  destination_account_id TEXT NOT NULL,
  paid_address_id TEXT NOT NULL,
  rail TEXT,
  funding_instructions TEXT,
  expires_at TEXT,
  funded_at TEXT,
  provider_status TEXT,
  failure_reason TEXT,
  description TEXT,
  request_key TEXT,
  request_fingerprint TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX stablecoin_operations_listed ON stablecoin_operations (tenant, stablecoin_id, created_at, id);
CREATE INDEX stablecoin_operations_by_type ON stablecoin_operations (tenant, stablecoin_id, operation_type, created_at, id);
-- Of two requests with one key at the same time, one notes the operation and both ask for it. A key that has run out is let
-- go when it is used again.
CREATE UNIQUE INDEX stablecoin_operations_of_key ON stablecoin_operations (tenant, request_key);

-- What a provider calls the external accounts that it pays to, or debits.
CREATE TABLE stablecoin_addresses (
  tenant INTEGER NOT NULL,
  link_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  role TEXT NOT NULL,
  address_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant, link_id, account_id, role)
);

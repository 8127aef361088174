-- One dialect-neutral script for both engines. Instants are ISO 8601 UTC text, which sorts by time
-- and is the wire form. Columns ending in _minor are money in the smallest unit of its currency.
-- `tenant` is one platform in one environment; every key leads with it.
-- A comment that starts with "sqlite:" is text that only SQLite is given. Tables of small rows do without
-- a row id there; rows near a kilobyte would spill into overflow pages, so their tables keep it.

CREATE TABLE platforms (
  tenant INTEGER NOT NULL PRIMARY KEY,
  platform_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('SANDBOX', 'PRODUCTION')),
  config_id TEXT NOT NULL,
  is_regulated INTEGER NOT NULL,
  skips_verification_paperwork INTEGER NOT NULL,
  uma_domain TEXT NOT NULL,
  proxy_uma_subdomain TEXT NOT NULL,
  webhook_endpoint TEXT,
  embedded_wallet_config TEXT,
  card_tokenization_config TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (platform_id, environment)
);

CREATE TABLE platform_currencies (
  tenant INTEGER NOT NULL,
  currency TEXT NOT NULL,
  position INTEGER NOT NULL,
  minimum_minor BIGINT NOT NULL,
  maximum_minor BIGINT NOT NULL,
  required_counterparty_fields TEXT NOT NULL,
  enabled_transaction_types TEXT NOT NULL,
  PRIMARY KEY (tenant, currency)
);

CREATE TABLE fee_configs (
  tenant INTEGER NOT NULL,
  fee_type TEXT NOT NULL,
  source_currency TEXT NOT NULL,
  variable_fee_bps INTEGER NOT NULL,
  fixed_fee_minor BIGINT NOT NULL,
  PRIMARY KEY (tenant, fee_type, source_currency)
);

CREATE TABLE webhook_keys (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  sealed_private_key TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);

CREATE TABLE tokens (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  permissions TEXT NOT NULL,
  client_id TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX tokens_client_id ON tokens (client_id);
CREATE INDEX tokens_newest ON tokens (tenant, created_at, id);

CREATE TABLE customers (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  platform_customer_id TEXT NOT NULL,
  customer_type TEXT NOT NULL,
  verification_status TEXT NOT NULL,
  region TEXT,
  currencies TEXT,
  email TEXT,
  phone_number TEXT,
  uma_address TEXT NOT NULL,
  profile TEXT NOT NULL,
  consent TEXT,
  sequence INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX customers_platform_customer_id ON customers (tenant, platform_customer_id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX customers_uma_address ON customers (tenant, uma_address);
CREATE INDEX customers_newest ON customers (tenant, created_at, id);

-- The running balance lives on the account's own row so that one conditional update both checks and
-- debits it; the ledger alone changes it, always beside the postings that explain it.
CREATE TABLE internal_accounts (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  customer_id TEXT,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  currency TEXT NOT NULL,
  reference TEXT NOT NULL,
  balance_minor BIGINT NOT NULL CHECK (balance_minor >= 0),
  -- What payments have taken from the account on the UTC day sent_on.
  sent_on TEXT,
  sent_minor BIGINT NOT NULL,
  sequence INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX internal_accounts_owner ON internal_accounts (tenant, customer_id, currency) WHERE customer_id IS NOT NULL;
CREATE UNIQUE INDEX internal_accounts_platform ON internal_accounts (tenant, currency) WHERE customer_id IS NULL;
CREATE INDEX internal_accounts_newest ON internal_accounts (tenant, created_at, id);

CREATE TABLE external_accounts (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  customer_id TEXT,
  status TEXT NOT NULL,
  currency TEXT NOT NULL,
  account_type TEXT NOT NULL,
  identifier TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  platform_account_id TEXT,
  ownership_type TEXT,
  is_default_uma_deposit INTEGER NOT NULL,
  beneficiary_verification_status TEXT,
  beneficiary_verified_name TEXT,
  account_info TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX external_accounts_equivalent ON external_accounts (tenant, fingerprint) WHERE deleted_at IS NULL;
CREATE INDEX external_accounts_newest ON external_accounts (tenant, created_at, id);
CREATE INDEX external_accounts_customer ON external_accounts (tenant, customer_id, created_at, id);

CREATE TABLE quotes (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL,
  transaction_id TEXT NOT NULL,
  customer_id TEXT,
  source TEXT NOT NULL,
  destination TEXT NOT NULL,
  source_account_id TEXT,
  destination_account_id TEXT,
  locked_side TEXT NOT NULL,
  sending_currency TEXT NOT NULL,
  receiving_currency TEXT NOT NULL,
  sending_minor BIGINT NOT NULL,
  receiving_minor BIGINT NOT NULL,
  fees_minor BIGINT NOT NULL,
  platform_fees_minor BIGINT NOT NULL,
  exchange_rate TEXT NOT NULL,
  rate_details TEXT NOT NULL,
  description TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);

-- due_at and due_action say what happens to the transaction next without a request: expiry, a look at
-- the rail, settlement of a refund. Workers claim rows by moving due_at past a lease.
CREATE TABLE transactions (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  direction TEXT NOT NULL,
  status TEXT NOT NULL,
  customer_id TEXT,
  platform_customer_id TEXT,
  quote_id TEXT,
  source TEXT NOT NULL,
  destination TEXT NOT NULL,
  source_account_id TEXT,
  destination_account_id TEXT,
  source_identifier TEXT,
  destination_identifier TEXT,
  sent_currency TEXT NOT NULL,
  sent_minor BIGINT NOT NULL,
  received_currency TEXT NOT NULL,
  received_minor BIGINT NOT NULL,
  fees_minor BIGINT NOT NULL,
  platform_fees_minor BIGINT NOT NULL,
  exchange_rate TEXT NOT NULL,
  rate_details TEXT,
  payment_rail TEXT,
  rail_selection_mode TEXT,
  network TEXT,
  transaction_hash TEXT,
  reference TEXT,
  description TEXT,
  remittance_information TEXT,
  purpose_of_payment TEXT,
  pending_reason TEXT,
  failure_reason TEXT,
  refund_reference TEXT,
  refund_status TEXT,
  refund_reason TEXT,
  refund_initiated_at TEXT,
  refund_settled_at TEXT,
  submitted_at TEXT,
  expected_settlement_at TEXT,
  settled_at TEXT,
  receipt_delivery_confirmed_at TEXT,
  sequence INTEGER NOT NULL,
  due_at TEXT,
  due_action TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX transactions_newest ON transactions (tenant, created_at, id);
CREATE INDEX transactions_customer ON transactions (tenant, customer_id, created_at, id);
CREATE INDEX transactions_due ON transactions (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE ledger_entries (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) /*sqlite: WITHOUT ROWID */;
-- An entry of one kind is posted once per subject: a second debit of one payment cannot be written.
CREATE UNIQUE INDEX ledger_entries_once ON ledger_entries (tenant, subject_id, kind);

CREATE TABLE ledger_postings (
  tenant INTEGER NOT NULL,
  entry_id TEXT NOT NULL,
  line INTEGER NOT NULL,
  account TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount_minor BIGINT NOT NULL,
  PRIMARY KEY (tenant, entry_id, line)
) /*sqlite: WITHOUT ROWID */;

CREATE TABLE events (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  payload TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);

CREATE TABLE deliveries (
  tenant INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  status TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at TEXT,
  leased_until TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant, event_id)
) /*sqlite: WITHOUT ROWID */;
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_first ON deliveries (tenant, resource_id, sequence) WHERE status = 'PENDING';

CREATE TABLE delivery_attempts (
  tenant INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  started_at TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  endpoint TEXT NOT NULL,
  status_code INTEGER,
  error TEXT,
  PRIMARY KEY (tenant, event_id, attempt)
) /*sqlite: WITHOUT ROWID */;

CREATE TABLE idempotency_keys (
  tenant INTEGER NOT NULL,
  key_hash TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (tenant, key_hash)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);

CREATE TABLE clock_settings (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  anchored_at_real TEXT NOT NULL,
  anchored_at TEXT NOT NULL,
  scale INTEGER NOT NULL
);

-- Embedded wallets: what their custodian calls them, and what it gave into our keeping, sealed.
CREATE TABLE wallets (
  tenant INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  wallet_id TEXT NOT NULL,
  signing_key_id TEXT NOT NULL,
  secret TEXT,
  opened_at TEXT NOT NULL,
  PRIMARY KEY (tenant, account_id)
);

-- Whether an embedded wallet hides its balance; null on every other account.
ALTER TABLE internal_accounts ADD COLUMN is_private INTEGER;

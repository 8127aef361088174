-- Accounts of platforms at the issuers of stablecoins. Their credentials are sealed; an account is linked once.
CREATE TABLE stablecoin_provider_accounts (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  provider TEXT NOT NULL,
  provider_account_id TEXT NOT NULL,
  api_client_id TEXT NOT NULL,
  api_client_secret TEXT NOT NULL,
  status TEXT NOT NULL,
  last_verified_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX stablecoin_provider_accounts_linked
  ON stablecoin_provider_accounts (tenant, provider, provider_account_id);
CREATE INDEX stablecoin_provider_accounts_listed ON stablecoin_provider_accounts (tenant, created_at, id);

-- Tokens that platforms have registered. What describes a token is what its issuer said. The currency is the code under
-- which accounts hold it; it is given once, when service operations are first enabled.
CREATE TABLE stablecoins (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  link_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  provider_token_identifier TEXT NOT NULL,
  network TEXT NOT NULL,
  network_token_identifier TEXT NOT NULL,
  name TEXT NOT NULL,
  symbol TEXT NOT NULL,
  base_currency TEXT NOT NULL,
  decimals INTEGER NOT NULL,
  issuance_status TEXT NOT NULL,
  service_operations_status TEXT NOT NULL,
  enablement_requested_at TEXT,
  currency TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX stablecoins_provider_token ON stablecoins (tenant, provider, provider_token_identifier);
CREATE UNIQUE INDEX stablecoins_network_token ON stablecoins (tenant, network, network_token_identifier);
CREATE UNIQUE INDEX stablecoins_symbol ON stablecoins (tenant, symbol);
CREATE INDEX stablecoins_listed ON stablecoins (tenant, created_at, id);

-- Pay requests of other providers, each waiting for its invoice to be paid.
CREATE TABLE uma_requests (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  invoice TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  sender TEXT NOT NULL,
  sealed_payer TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount_minor BIGINT NOT NULL,
  callback_key TEXT NOT NULL,
  utxo_callback TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);

-- How a UMA payment is settled between the two providers.
ALTER TABLE uma_payments ADD COLUMN invoice TEXT;
ALTER TABLE uma_payments ADD COLUMN callback_key TEXT;
ALTER TABLE uma_payments ADD COLUMN utxo_callback TEXT;
ALTER TABLE uma_payments ADD COLUMN counterparty_channels TEXT;
CREATE UNIQUE INDEX uma_payments_by_callback ON uma_payments (tenant, callback_key);

-- Whose platform a UMA domain, or the host that it forwards to, belongs to.
CREATE INDEX platforms_by_uma_domain ON platforms (uma_domain);
CREATE INDEX platforms_by_proxy_uma_subdomain ON platforms (proxy_uma_subdomain);

-- The Lightning node of the sandbox: its own invoices, and what became of them.
CREATE TABLE sandbox_invoices (
  tenant INTEGER NOT NULL,
  payment_hash TEXT NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (tenant, payment_hash)
);

-- Further filters of lists. The shown verification of a customer has fewer values than the column, so the index has the
-- shown ones.
CREATE INDEX transactions_agent ON transactions (tenant, agent_id, created_at, id) WHERE agent_id IS NOT NULL;
CREATE INDEX card_transactions_in_status ON card_transactions (tenant, status, created_at, id);
CREATE INDEX stablecoin_operations_in_status ON stablecoin_operations (tenant, stablecoin_id, status, created_at, id);
CREATE INDEX internal_accounts_in_status ON internal_accounts (tenant, status, created_at, id) WHERE customer_id IS NOT NULL;
CREATE INDEX external_accounts_in_status ON external_accounts (tenant, status, created_at, id) WHERE customer_id IS NOT NULL;
CREATE INDEX external_accounts_of_platform_in_status ON external_accounts (tenant, status, created_at, id) WHERE customer_id IS NULL;
CREATE INDEX customers_by_verification ON customers (
  tenant,
  (CASE verification_status WHEN 'PENDING' THEN 'UNVERIFIED' WHEN 'HOLD' THEN 'RESOLVE_ERRORS' ELSE verification_status END),
  created_at,
  id
);
-- The lists of one customer's accounts, of one holder's documents and of the platform's payees in one currency read
-- everything of the platform: the indexes that find these rows do not have the order of the list.
CREATE INDEX internal_accounts_of_customer ON internal_accounts (tenant, customer_id, created_at, id) WHERE customer_id IS NOT NULL;
CREATE INDEX documents_of_holder ON documents (tenant, holder_id, created_at, id);
CREATE INDEX external_accounts_of_platform_of_currency ON external_accounts (tenant, currency, created_at, id) WHERE customer_id IS NULL;

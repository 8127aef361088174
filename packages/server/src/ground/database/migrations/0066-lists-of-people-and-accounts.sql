-- Each filter of the lists of customers, accounts, verifications and agents has an index, so that a page costs the same
-- however many there are. Where the order of the list is not that of the index, few rows are found by it and sorted.
CREATE INDEX customers_of_type ON customers (tenant, customer_type, created_at, id);
CREATE INDEX customers_of_region ON customers (tenant, region, created_at, id);
CREATE INDEX customers_changed ON customers (tenant, updated_at);
CREATE INDEX customers_of_currencies ON customers (tenant, (coalesce(currencies, '')));
CREATE INDEX internal_accounts_of_type ON internal_accounts (tenant, type, created_at, id) WHERE customer_id IS NOT NULL;
CREATE INDEX internal_accounts_of_currency ON internal_accounts (tenant, currency, created_at, id) WHERE customer_id IS NOT NULL;
CREATE INDEX external_accounts_of_currency ON external_accounts (tenant, currency, created_at, id) WHERE customer_id IS NOT NULL;
CREATE INDEX verifications_in_status ON verifications (tenant, status, created_at, id);
CREATE INDEX agents_by_pause ON agents (tenant, is_paused, created_at, id);
CREATE INDEX agents_connected ON agents (tenant, created_at, id) WHERE token_hash IS NOT NULL;
CREATE INDEX agents_unconnected ON agents (tenant, created_at, id) WHERE token_hash IS NULL;

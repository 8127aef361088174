-- Each filter of the list of transactions has an index in the order of the list, so that a page costs the same
-- however many transactions there are. Identifiers of external accounts lead to the accounts first; what pays
-- or is paid without an account, such as a UMA address, is found by its own text.
CREATE INDEX transactions_status ON transactions (tenant, status, created_at, id);
CREATE INDEX transactions_type ON transactions (tenant, type, created_at, id);
CREATE INDEX transactions_source ON transactions (tenant, source_account_id, created_at, id) WHERE source_account_id IS NOT NULL;
CREATE INDEX transactions_destination ON transactions (tenant, destination_account_id, created_at, id) WHERE destination_account_id IS NOT NULL;
CREATE INDEX transactions_payer ON transactions (tenant, source_identifier_digest, created_at, id) WHERE source_identifier_digest IS NOT NULL;
CREATE INDEX transactions_payee ON transactions (tenant, destination_identifier, created_at, id) WHERE substr(destination_identifier, 1, 1) = '$';
CREATE INDEX transactions_reference ON transactions (tenant, reference, created_at, id) WHERE reference IS NOT NULL;
CREATE INDEX external_accounts_identifier ON external_accounts (tenant, identifier_digest);
CREATE INDEX customers_named ON customers (tenant, platform_customer_id);

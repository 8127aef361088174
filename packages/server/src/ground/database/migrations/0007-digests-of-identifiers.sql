-- Account numbers, addresses and other text that says who somebody is are sealed from here on; what is sealed
-- cannot be compared, so identifiers by which something is found have a keyed digest beside them.
ALTER TABLE transactions ADD COLUMN source_identifier_digest TEXT;
ALTER TABLE external_accounts ADD COLUMN identifier_digest TEXT;

-- What an earlier version kept in clear is found here until it is sealed; then these are empty.
CREATE INDEX customers_unsealed ON customers (tenant, id) WHERE substr(profile, 1, 7) <> 'sealed:';
CREATE INDEX external_accounts_unsealed ON external_accounts (tenant, id) WHERE identifier_digest IS NULL;
CREATE INDEX transactions_unsealed ON transactions (tenant, id) WHERE substr(destination_identifier, 1, 7) <> 'sealed:' AND substr(destination_identifier, 1, 1) <> '$';

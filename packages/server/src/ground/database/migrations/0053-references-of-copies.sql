-- A world of the sandbox may be a copy of a platform in the middle of a payment, with the references and passkeys that its
-- caller knows. They are random enough not to meet by chance, so each is unique within its platform.
DROP INDEX internal_accounts_reference;
CREATE UNIQUE INDEX internal_accounts_reference ON internal_accounts (reference, tenant);
DROP INDEX quotes_funding_reference;
CREATE UNIQUE INDEX quotes_funding_reference ON quotes (funding_reference, tenant) WHERE funding_reference IS NOT NULL;
DROP INDEX passkeys_credential;
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id, tenant);

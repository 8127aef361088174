-- Whether money can be taken from an external account: VALIDATED, VALIDATING, REFUSED. NULL where it never
-- can, and on accounts that are older than this column, which count as validated.
ALTER TABLE external_accounts ADD COLUMN collection_status TEXT;
-- When its bank is next asked about the validation.
ALTER TABLE external_accounts ADD COLUMN validation_due_at TEXT;
CREATE INDEX external_accounts_validation ON external_accounts (validation_due_at) WHERE validation_due_at IS NOT NULL;

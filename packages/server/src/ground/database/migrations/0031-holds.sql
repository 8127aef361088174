-- What is set aside on an account stands beside what can be spent, and the ledger changes both in one statement.
-- Nothing was ever set aside before.
ALTER TABLE internal_accounts ADD COLUMN held_minor BIGINT NOT NULL DEFAULT 0 CHECK (held_minor >= 0);

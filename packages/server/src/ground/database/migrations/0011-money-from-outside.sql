-- Money that comes from outside: paid in for a quote, pulled from a bank account, or deposited to an account.

-- What a payer copies, and what the deposit is recognised by; only quotes with real-time funding have one.
ALTER TABLE quotes ADD COLUMN funding_reference TEXT;
ALTER TABLE quotes ADD COLUMN payment_instructions TEXT;
CREATE UNIQUE INDEX quotes_funding_reference ON quotes (funding_reference) WHERE funding_reference IS NOT NULL;
CREATE UNIQUE INDEX internal_accounts_reference ON internal_accounts (reference);

-- How the money of the payment gets in: BALANCE of an internal account, COLLECTION from an external one,
-- BANK_DEPOSIT or CHAIN_DEPOSIT. It decides where a refund goes.
ALTER TABLE transactions ADD COLUMN funding TEXT NOT NULL DEFAULT 'BALANCE';
-- What came in, which may be another amount than the payment asked for.
ALTER TABLE transactions ADD COLUMN funded_minor BIGINT;
ALTER TABLE transactions ADD COLUMN payment_instructions TEXT;

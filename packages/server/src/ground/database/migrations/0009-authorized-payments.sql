-- What the customer has to agree to before the quote goes on, in this order; absent where nothing is asked.
ALTER TABLE quotes ADD COLUMN sca_purposes TEXT;

-- Since when the customer trusts the account, so that payments to it are not asked about.
ALTER TABLE external_accounts ADD COLUMN trusted_at TEXT;

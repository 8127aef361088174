-- Why the platform cancelled or rejected a payment, in its own words; kept for its records.
ALTER TABLE transactions ADD COLUMN decision_reason TEXT;

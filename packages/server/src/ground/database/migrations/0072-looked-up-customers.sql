-- The customer of the platform who had the address when it was looked up: another one may have it since. Null for an
-- address of another provider, and on older lookups.
ALTER TABLE receiver_lookups ADD COLUMN receiver_customer_id TEXT;

-- Which customer a quote to a UMA address of the platform's own was made for: whoever takes the address over meanwhile is
-- not paid in their place. Null on older quotes, and where an account or another provider is paid.
ALTER TABLE quotes ADD COLUMN payee_customer_id TEXT;

-- Payments to and from UMA addresses.

-- What is known about the other party, by the names of the interface; it is told in events and answers.
ALTER TABLE quotes ADD COLUMN counterparty_information TEXT;
ALTER TABLE transactions ADD COLUMN counterparty_information TEXT;
-- What the sender's provider wants to know about the customer who receives.
ALTER TABLE transactions ADD COLUMN requested_fields TEXT;
-- Until when the platform may decide about a payment that came in.
ALTER TABLE transactions ADD COLUMN approval_expires_at TEXT;
-- The other half of a payment between two customers: what goes out of one account comes in at another.
ALTER TABLE transactions ADD COLUMN peer_transaction_id TEXT;

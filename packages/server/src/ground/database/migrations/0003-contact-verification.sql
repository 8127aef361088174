-- When the customer proved to receive what is sent to the channel; a new address empties it.
ALTER TABLE customers ADD COLUMN email_verified_at TEXT;
ALTER TABLE customers ADD COLUMN phone_verified_at TEXT;

-- The last code that was sent to a channel of a customer, as a keyed digest over address and code.
CREATE TABLE contact_codes (
  tenant INTEGER NOT NULL,
  customer_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  code_digest TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  wrong_attempts INTEGER NOT NULL,
  -- How many codes were sent since the hour of the limit began.
  hour_began_at TEXT NOT NULL,
  sent_in_hour INTEGER NOT NULL,
  PRIMARY KEY (tenant, customer_id, channel)
);

-- What a receiver said about how it can be paid, kept until a quote may no longer refer to it.
CREATE TABLE receiver_lookups (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  receiver TEXT NOT NULL,
  sender_customer_id TEXT,
  currencies TEXT NOT NULL,
  required_fields TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX receiver_lookups_expiry ON receiver_lookups (expires_at);

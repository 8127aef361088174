-- A 3-D Secure password on its way to the issuer, sealed. It goes when the issuer has it.
CREATE TABLE card_passwords (
  tenant INTEGER NOT NULL,
  card_id TEXT NOT NULL,
  sealed_password TEXT NOT NULL,
  PRIMARY KEY (tenant, card_id)
);

-- Who had the number of a card shown, and whether that page was opened. The address of a page is known by its hash only.
CREATE TABLE card_reveals (
  key_hash TEXT NOT NULL PRIMARY KEY,
  tenant INTEGER NOT NULL,
  card_id TEXT NOT NULL,
  token_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  opened_at TEXT
);
CREATE INDEX card_reveals_of_card ON card_reveals (tenant, card_id, created_at);

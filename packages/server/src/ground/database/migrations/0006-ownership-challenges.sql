-- One row per account: a new challenge takes the place of the one before it. The message names the wallet and is
-- sealed; it is kept rather than made again, so that a new wording does not break what is being signed.
CREATE TABLE ownership_challenges (
  tenant INTEGER NOT NULL,
  external_account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  method TEXT NOT NULL,
  status TEXT NOT NULL,
  sealed_message TEXT,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  settled_at TEXT,
  PRIMARY KEY (tenant, external_account_id),
  UNIQUE (tenant, id)
) /*sqlite: WITHOUT ROWID */;

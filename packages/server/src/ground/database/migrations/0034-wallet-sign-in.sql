-- Sessions of embedded wallets. Of its signing key a session keeps the public half, by which a signature finds it.
CREATE TABLE wallet_sessions (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  type TEXT NOT NULL,
  nickname TEXT NOT NULL,
  passkey_id TEXT,
  public_key TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX wallet_sessions_of_account ON wallet_sessions (tenant, account_id, public_key);
CREATE INDEX wallet_sessions_of_credential ON wallet_sessions (tenant, credential_id);
CREATE INDEX wallet_sessions_expired ON wallet_sessions (expires_at);

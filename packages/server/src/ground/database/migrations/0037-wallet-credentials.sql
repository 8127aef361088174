-- Ways to sign in to an embedded wallet. identity is what a way rests on, as text that is the same for the same: an
-- address, a number, the id of a passkey, a subject at a provider.
CREATE TABLE wallet_credentials (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  type TEXT NOT NULL,
  nickname TEXT NOT NULL,
  identity TEXT NOT NULL,
  identity_digest TEXT NOT NULL,
  passkey TEXT,
  sign_count INTEGER,
  registration_digest TEXT,
  codes_sent INTEGER NOT NULL,
  codes_since TEXT NOT NULL,
  code_sent_at TEXT,
  failures INTEGER NOT NULL,
  failures_since TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX wallet_credentials_of_account ON wallet_credentials (tenant, account_id, type, identity_digest);
-- An address or a number opens one wallet.
CREATE UNIQUE INDEX wallet_credentials_contact ON wallet_credentials (tenant, type, identity_digest)
  WHERE type IN ('EMAIL_OTP', 'SMS_OTP');
CREATE UNIQUE INDEX wallet_credentials_registration ON wallet_credentials (tenant, registration_digest);
CREATE INDEX wallet_credentials_of_customer ON wallet_credentials (tenant, customer_id);

-- The one code that a credential waits for, and the key that it comes back sealed to.
CREATE TABLE wallet_codes (
  tenant INTEGER NOT NULL,
  credential_id TEXT NOT NULL,
  code_digest TEXT NOT NULL,
  target_key TEXT NOT NULL,
  wrong_attempts INTEGER NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (tenant, credential_id)
);

-- Strong customer authentication. Secrets that are read again are sealed, codes are kept as keyed digests.

-- One row per customer who has ever tried: failed attempts and the lock that follows from them. Whoever
-- checks a proof holds this row, so that attempts of one customer are made one after the other.
CREATE TABLE authentication_locks (
  tenant INTEGER NOT NULL,
  customer_id TEXT NOT NULL,
  status TEXT NOT NULL,
  failed_attempts INTEGER NOT NULL,
  locked_until TEXT,
  -- Attempts of any outcome since a moment, to refuse those that come too fast.
  recent_attempts INTEGER NOT NULL,
  recent_since TEXT NOT NULL,
  PRIMARY KEY (tenant, customer_id)
) /*sqlite: WITHOUT ROWID */;

CREATE TABLE login_sessions (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  factor TEXT NOT NULL,
  sealed_ip_address TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  ended_at TEXT,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX login_sessions_customer ON login_sessions (tenant, customer_id, expires_at);

-- What was handed out for a factor that is not proved yet; one per customer and factor.
CREATE TABLE factor_enrollments (
  tenant INTEGER NOT NULL,
  customer_id TEXT NOT NULL,
  factor TEXT NOT NULL,
  sealed_secret TEXT,
  passkey_challenge TEXT,
  relying_party_id TEXT,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (tenant, customer_id, factor)
) /*sqlite: WITHOUT ROWID */;

-- last_step is the time step of the newest code that was taken: it and every earlier one are used up.
CREATE TABLE authenticator_apps (
  tenant INTEGER NOT NULL,
  customer_id TEXT NOT NULL,
  sealed_secret TEXT NOT NULL,
  last_step INTEGER NOT NULL,
  enrolled_at TEXT NOT NULL,
  PRIMARY KEY (tenant, customer_id)
) /*sqlite: WITHOUT ROWID */;

CREATE TABLE recovery_codes (
  tenant INTEGER NOT NULL,
  customer_id TEXT NOT NULL,
  code_digest TEXT NOT NULL,
  used_at TEXT,
  PRIMARY KEY (tenant, customer_id, code_digest)
) /*sqlite: WITHOUT ROWID */;

-- A counter of an authenticator has 32 bits without a sign, which an INTEGER of PostgreSQL cannot hold.
CREATE TABLE passkeys (
  tenant INTEGER NOT NULL,
  customer_id TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  sign_count DOUBLE PRECISION NOT NULL,
  transports TEXT NOT NULL,
  relying_party_id TEXT NOT NULL,
  name TEXT NOT NULL,
  enrolled_at TEXT NOT NULL,
  PRIMARY KEY (tenant, customer_id)
);
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);

-- subject_id is what the proof is for: a quote, an external account, or a customer and factor that log in.
CREATE TABLE sca_challenges (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  status TEXT NOT NULL,
  factor TEXT NOT NULL,
  purpose TEXT,
  available_factors TEXT NOT NULL,
  code_digest TEXT,
  codes_sent INTEGER NOT NULL,
  code_sent_at TEXT,
  passkey_nonce TEXT NOT NULL,
  passkey_options TEXT,
  sealed_ip_address TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  closed_at TEXT,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX sca_challenges_open ON sca_challenges (tenant, kind, subject_id) WHERE status = 'OPEN';

-- Names, domain and origins that customers meet; absent until the platform sets them.
ALTER TABLE platforms ADD COLUMN sca_config TEXT;

-- What platforms exchange with other providers of UMA.

-- Keys on secp256k1; moments are real time.
CREATE TABLE uma_keys (
  tenant INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  signing_public_key TEXT NOT NULL,
  sealed_signing_key TEXT NOT NULL,
  encryption_public_key TEXT NOT NULL,
  sealed_encryption_key TEXT NOT NULL,
  active_from TEXT NOT NULL,
  PRIMARY KEY (tenant, generation)
);

-- One-time values that were seen; moments are real time.
CREATE TABLE uma_nonces (
  tenant INTEGER NOT NULL,
  domain TEXT NOT NULL,
  nonce TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (tenant, domain, nonce)
);
CREATE INDEX uma_nonces_expired ON uma_nonces (expires_at);

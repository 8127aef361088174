-- Requests that wait for the signature of a customer's device. What was given to sign is kept as it was given; of the
-- body that it is for, a digest.
CREATE TABLE signed_requests (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  operation TEXT NOT NULL,
  path TEXT NOT NULL,
  body_digest TEXT,
  content TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX signed_requests_expired ON signed_requests (expires_at);

-- The request that an event came of, while it was answered.
ALTER TABLE events ADD COLUMN request_id TEXT;
CREATE INDEX events_request ON events (tenant, request_id, created_at, id) WHERE request_id IS NOT NULL;

-- What callers have asked, for a bounded time. It is written beside payments, never with one. Ids sort by the time at
-- which requests came, so the key is also the list of all, and what finds those that are too old.
CREATE TABLE requests (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  method TEXT NOT NULL,
  operation_id TEXT NOT NULL,
  path TEXT NOT NULL,
  status INTEGER NOT NULL,
  code TEXT,
  duration_ms INTEGER NOT NULL,
  token_id TEXT,
  agent_id TEXT,
  idempotency_key_digest TEXT,
  is_replay INTEGER NOT NULL,
  trace_id TEXT NOT NULL,
  resource_ids TEXT NOT NULL,
  exchanges_id TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);

-- What was said in the requests of a platform that were written together, sealed as one: each has the id of its newest.
CREATE TABLE request_exchanges (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  exchanges TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);

-- A list for each filter; a method is several operations.
CREATE INDEX requests_operation ON requests (tenant, operation_id, id);
CREATE INDEX requests_status ON requests (tenant, status, id);
CREATE INDEX requests_code ON requests (tenant, code, id) WHERE code IS NOT NULL;
CREATE INDEX requests_token ON requests (tenant, token_id, id);
CREATE INDEX requests_key ON requests (tenant, idempotency_key_digest, id) WHERE idempotency_key_digest IS NOT NULL;

-- The resources that a request was about.
CREATE TABLE request_resources (
  tenant INTEGER NOT NULL,
  resource_id TEXT NOT NULL,
  request_id TEXT NOT NULL,
  PRIMARY KEY (tenant, resource_id, request_id)
)/*sqlite:  WITHOUT ROWID*/;

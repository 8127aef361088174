-- A program that acts for a customer within a policy. Of its access token only the hash is kept; none while no program
-- is connected. What it has spent is about usage_day and the month of that day, in the currency of its limits. The
-- revision counts every change of the row.
CREATE TABLE agents (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  is_paused INTEGER NOT NULL,
  policy TEXT NOT NULL,
  token_hash TEXT,
  usage_day TEXT NOT NULL,
  daily_count INTEGER NOT NULL,
  daily_spend_minor BIGINT NOT NULL,
  monthly_spend_minor BIGINT NOT NULL,
  revision INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX agents_token ON agents (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX agents_listed ON agents (tenant, created_at, id);
CREATE INDEX agents_of_customer ON agents (tenant, customer_id, created_at, id);

-- What connects a program with its agent. Codes are short, so a keyed digest stands in their place; it is unique over
-- all platforms, because whoever redeems a code says nothing else.
CREATE TABLE agent_device_codes (
  tenant INTEGER NOT NULL,
  code_digest TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  status TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant, code_digest)
);
CREATE UNIQUE INDEX agent_device_codes_digest ON agent_device_codes (code_digest);
CREATE INDEX agent_device_codes_of_agent ON agent_device_codes (tenant, agent_id);

-- How often a device code was tried from one address, in real time. No platform is known before a code is found.
CREATE TABLE device_code_attempts (
  address_digest TEXT NOT NULL PRIMARY KEY,
  attempts INTEGER NOT NULL,
  ends_at TEXT NOT NULL
);
CREATE INDEX device_code_attempts_end ON device_code_attempts (ends_at);

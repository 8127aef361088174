-- The agent that asked for a payment; none for all others.
ALTER TABLE transactions ADD COLUMN agent_id TEXT;

-- What an agent asked to do with money, and what became of it. Each is about one quote and its transaction, and a quote
-- is submitted once.
CREATE TABLE agent_actions (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  quote_id TEXT NOT NULL,
  transaction_id TEXT NOT NULL,
  rejection_reason TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX agent_actions_transaction ON agent_actions (tenant, transaction_id);
CREATE INDEX agent_actions_of_agent ON agent_actions (tenant, agent_id, created_at, id);
CREATE INDEX agent_actions_by_status ON agent_actions (tenant, status, created_at, id);

-- The actions of one agent in one status, in the order of their list.
CREATE INDEX agent_actions_of_agent_in_status ON agent_actions (tenant, agent_id, status, created_at, id);

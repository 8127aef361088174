-- The stamp with which the owner of an embedded wallet has signed what an agent submitted: an approval needs no other.
ALTER TABLE agent_actions ADD COLUMN owner_signature TEXT;

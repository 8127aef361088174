-- What is sent again after an outage waits beside what happens now, and not in front of it.
ALTER TABLE deliveries ADD COLUMN is_backlog INTEGER NOT NULL DEFAULT 0;
DROP INDEX deliveries_queue;
CREATE INDEX deliveries_queue ON deliveries (tenant, is_backlog, due_at, event_id) WHERE due_at IS NOT NULL;

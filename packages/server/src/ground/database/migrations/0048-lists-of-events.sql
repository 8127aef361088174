-- Events are listed: all of them, those of a type, and those about a resource. They never change, so these indexes are
-- written once for each event.
CREATE INDEX events_newest ON events (tenant, created_at, id);
CREATE INDEX events_type ON events (tenant, type, created_at, id);
CREATE INDEX events_resource ON events (tenant, resource_id, created_at, id);
-- Those whose delivery is in one state; it also finds what is to be sent again after an outage.
CREATE INDEX deliveries_status ON deliveries (tenant, status, created_at, event_id);
-- The beginning of what the receiver answered.
ALTER TABLE delivery_attempts ADD COLUMN answer_head TEXT;

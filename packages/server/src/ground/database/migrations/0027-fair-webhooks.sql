-- What waits to be sent, platform by platform: each is asked for its own first rows, so that the queue of one
-- is never walked to get to another. It also answers when the next delivery is due.
CREATE INDEX deliveries_queue ON deliveries (tenant, due_at, event_id) WHERE due_at IS NOT NULL;
DROP INDEX deliveries_due;
-- Events that are questions or mean something only at once. They overtake whatever else waits.
CREATE INDEX deliveries_urgent ON deliveries (tenant, due_at, event_id)
  WHERE due_at IS NOT NULL AND type IN ('TEST', 'INCOMING_PAYMENT.PENDING');

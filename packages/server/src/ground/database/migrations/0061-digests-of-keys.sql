-- Keys come in no order, so each of them changes another page of this index: the smaller it is, the fewer. In place of the
-- id of a request it has the milliseconds in it.
DROP INDEX requests_key;
CREATE INDEX requests_key ON requests (tenant, idempotency_key_digest, substr(id, 12, 13)) WHERE idempotency_key_digest IS NOT NULL;

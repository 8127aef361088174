-- On PostgreSQL the log of requests lies in parts, a week each, so that what is too old is dropped and not deleted row by
-- row. What there is becomes the first part, without being copied. A part for everything else takes what no part was
-- made for in time, so that nothing is refused.
/*postgres: ALTER TABLE requests RENAME TO requests_before;*/
/*postgres: ALTER INDEX requests_pkey RENAME TO requests_pkey_before;*/
/*postgres: ALTER INDEX requests_operation RENAME TO requests_operation_before;*/
/*postgres: ALTER INDEX requests_status RENAME TO requests_status_before;*/
/*postgres: ALTER INDEX requests_code RENAME TO requests_code_before;*/
/*postgres: ALTER INDEX requests_token RENAME TO requests_token_before;*/
/*postgres: ALTER INDEX requests_key RENAME TO requests_key_before;*/
/*postgres: CREATE TABLE requests (LIKE requests_before INCLUDING DEFAULTS, CONSTRAINT requests_pkey PRIMARY KEY (tenant, id)) PARTITION BY RANGE (id);*/
/*postgres: CREATE INDEX requests_operation ON requests (tenant, operation_id, id);*/
/*postgres: CREATE INDEX requests_status ON requests (tenant, status, id);*/
/*postgres: CREATE INDEX requests_code ON requests (tenant, code, id) WHERE code IS NOT NULL;*/
/*postgres: CREATE INDEX requests_token ON requests (tenant, token_id, id);*/
/*postgres: CREATE INDEX requests_key ON requests (tenant, idempotency_key_digest, id) WHERE idempotency_key_digest IS NOT NULL;*/
/*postgres: ALTER TABLE request_exchanges RENAME TO request_exchanges_before;*/
/*postgres: ALTER INDEX request_exchanges_pkey RENAME TO request_exchanges_pkey_before;*/
/*postgres: ALTER INDEX request_exchanges_position RENAME TO request_exchanges_position_before;*/
/*postgres: CREATE TABLE request_exchanges (LIKE request_exchanges_before INCLUDING DEFAULTS, CONSTRAINT request_exchanges_pkey PRIMARY KEY (tenant, id)) PARTITION BY RANGE (id);*/
/*postgres: CREATE INDEX request_exchanges_position ON request_exchanges (tenant, position, id);*/
/*postgres: ALTER TABLE request_resources RENAME TO request_resources_before;*/
/*postgres: ALTER INDEX request_resources_pkey RENAME TO request_resources_pkey_before;*/
/*postgres: CREATE TABLE request_resources (LIKE request_resources_before INCLUDING DEFAULTS, CONSTRAINT request_resources_pkey PRIMARY KEY (tenant, resource_id, request_id)) PARTITION BY RANGE (request_id);*/
-- The first part ends with the next week, so that there is time to make others, or a week behind an id that is ahead.
/*postgres: DO $parts$ DECLARE last_ms NUMERIC := GREATEST(extract(epoch FROM now()) * 1000, (SELECT ('x' || lpad(replace(substr(max(id), 12, 13), '-', ''), 16, '0'))::bit(64)::bigint FROM (SELECT max(id) AS id FROM requests_before UNION ALL SELECT max(id) FROM request_exchanges_before UNION ALL SELECT max(request_id) FROM request_resources_before) AS ids)); ends_ms BIGINT := extract(epoch FROM date_trunc('week', to_timestamp(last_ms / 1000) AT TIME ZONE 'UTC') + interval '14 days') * 1000; digits TEXT := lpad(to_hex(ends_ms), 12, '0'); parted TEXT; BEGIN FOREACH parted IN ARRAY ARRAY['requests', 'request_exchanges', 'request_resources'] LOOP EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', parted, parted || '_before', 'ApiRequest:' || left(digits, 8) || '-' || substr(digits, 9) || '-7000-8000-000000000000'); EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', parted || '_other', parted); END LOOP; END $parts$;*/

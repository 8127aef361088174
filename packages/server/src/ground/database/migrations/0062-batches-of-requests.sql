-- Requests that were written together are one row, with what everybody may list of them and what was said in them, both
-- packed. They are found by marks: an operation, a status, a key or a resource has one for each batch, and not an entry in
-- an index for each request. What lies in the three tables of before is brought over by the processes of this release,
-- beside those of the last one, which go on to write there.
/*sqlite: CREATE TABLE request_batches (position INTEGER PRIMARY KEY AUTOINCREMENT, tenant INTEGER NOT NULL, id TEXT NOT NULL, first_id TEXT NOT NULL, request_count INTEGER NOT NULL, requests TEXT NOT NULL, exchanges TEXT NOT NULL, UNIQUE (tenant, id));*/
-- Places go on where those of before end, and what is brought over keeps its own.
/*sqlite: INSERT INTO sqlite_sequence (name, seq) SELECT 'request_batches', seq FROM sqlite_sequence WHERE name = 'request_exchanges';*/
/*sqlite: CREATE INDEX request_batches_position ON request_batches (tenant);*/
/*postgres: CREATE TABLE request_batches (tenant INTEGER NOT NULL, id TEXT NOT NULL, position BIGINT NOT NULL DEFAULT pg_current_xact_id()::text::bigint, first_id TEXT NOT NULL, request_count INTEGER NOT NULL, requests TEXT NOT NULL, exchanges TEXT NOT NULL, CONSTRAINT request_batches_pkey PRIMARY KEY (tenant, id)) PARTITION BY RANGE (id);*/
/*postgres: CREATE INDEX request_batches_position ON request_batches (tenant, position, id);*/
CREATE TABLE request_marks (
  tenant INTEGER NOT NULL,
  mark TEXT NOT NULL,
  batch_id TEXT NOT NULL,
  PRIMARY KEY (tenant, mark, batch_id)
)/*sqlite:  WITHOUT ROWID*//*postgres:  PARTITION BY RANGE (batch_id)*/;
-- The first part ends with the next week, so that there is time to make others.
/*postgres: DO $parts$ DECLARE ends_ms BIGINT := extract(epoch FROM date_trunc('week', now() AT TIME ZONE 'UTC') + interval '14 days') * 1000; digits TEXT := lpad(to_hex(ends_ms), 12, '0'); parted TEXT; BEGIN FOREACH parted IN ARRAY ARRAY['request_batches', 'request_marks'] LOOP EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%L)', parted || '_before', parted, 'ApiRequest:' || left(digits, 8) || '-' || substr(digits, 9) || '-7000-8000-000000000000'); EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', parted || '_other', parted); END LOOP; END $parts$;*/

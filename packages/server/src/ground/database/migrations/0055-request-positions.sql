-- The place of requests in the order of commits, as events have one. Requests are written a batch at a time, and what was
-- said in the batch of a platform is one row: that one has the place, so a request costs no index more.
/*sqlite: CREATE TABLE request_exchanges_in_order (position INTEGER PRIMARY KEY AUTOINCREMENT, tenant INTEGER NOT NULL, id TEXT NOT NULL, exchanges TEXT NOT NULL, UNIQUE (tenant, id));*/
/*sqlite: INSERT INTO request_exchanges_in_order (tenant, id, exchanges) SELECT tenant, id, exchanges FROM request_exchanges ORDER BY rowid;*/
/*sqlite: DELETE FROM sqlite_sequence WHERE seq = 0;*/
/*sqlite: DROP TABLE request_exchanges;*/
/*sqlite: ALTER TABLE request_exchanges_in_order RENAME TO request_exchanges;*/
/*sqlite: CREATE INDEX request_exchanges_position ON request_exchanges (tenant);*/
/*postgres: ALTER TABLE request_exchanges ADD COLUMN position BIGINT NOT NULL DEFAULT 0;*/
/*postgres: ALTER TABLE request_exchanges ALTER COLUMN position SET DEFAULT pg_current_xact_id()::text::bigint;*/
/*postgres: CREATE INDEX request_exchanges_position ON request_exchanges (tenant, position, id);*/

-- The place of an attempt to deliver an event in the order of commits, as events have one, and what became of the delivery
-- with it: live streams tell of it later, when that may be different again.
/*sqlite: CREATE TABLE delivery_attempts_in_order (position INTEGER PRIMARY KEY AUTOINCREMENT, tenant INTEGER NOT NULL, event_id TEXT NOT NULL, attempt INTEGER NOT NULL, started_at TEXT NOT NULL, duration_ms INTEGER NOT NULL, endpoint TEXT NOT NULL, status_code INTEGER, error TEXT, answer_head TEXT, status TEXT, next_attempt_at TEXT, UNIQUE (tenant, event_id, attempt));*/
/*sqlite: INSERT INTO delivery_attempts_in_order (tenant, event_id, attempt, started_at, duration_ms, endpoint, status_code, error, answer_head) SELECT tenant, event_id, attempt, started_at, duration_ms, endpoint, status_code, error, answer_head FROM delivery_attempts ORDER BY started_at;*/
/*sqlite: DELETE FROM sqlite_sequence WHERE seq = 0;*/
/*sqlite: DROP TABLE delivery_attempts;*/
/*sqlite: ALTER TABLE delivery_attempts_in_order RENAME TO delivery_attempts;*/
/*sqlite: CREATE INDEX delivery_attempts_position ON delivery_attempts (tenant);*/
/*postgres: ALTER TABLE delivery_attempts ADD COLUMN position BIGINT NOT NULL DEFAULT 0;*/
/*postgres: ALTER TABLE delivery_attempts ALTER COLUMN position SET DEFAULT pg_current_xact_id()::text::bigint;*/
/*postgres: ALTER TABLE delivery_attempts ADD COLUMN status TEXT;*/
/*postgres: ALTER TABLE delivery_attempts ADD COLUMN next_attempt_at TEXT;*/
/*postgres: CREATE INDEX delivery_attempts_position ON delivery_attempts (tenant, position, event_id);*/

-- The place of an event in the order of commits, by which live streams are resumed. Times and ids say when something
-- happened, not when others could see it: clocks differ and are moved, and of two transactions the later may commit first.
-- SQLite has one writer, so a number that counts up is in that order, and AUTOINCREMENT gives none twice.
/*sqlite: CREATE TABLE events_in_order (position INTEGER PRIMARY KEY AUTOINCREMENT, tenant INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, resource_id TEXT NOT NULL, sequence INTEGER NOT NULL, payload TEXT NOT NULL, created_at TEXT NOT NULL, UNIQUE (tenant, id));*/
/*sqlite: INSERT INTO events_in_order (tenant, id, type, resource_id, sequence, payload, created_at) SELECT tenant, id, type, resource_id, sequence, payload, created_at FROM events ORDER BY rowid;*/
/*sqlite: DELETE FROM sqlite_sequence WHERE seq = 0;*/
/*sqlite: DROP TABLE events;*/
/*sqlite: ALTER TABLE events_in_order RENAME TO events;*/
/*sqlite: CREATE INDEX events_newest ON events (tenant, created_at, id);*/
/*sqlite: CREATE INDEX events_type ON events (tenant, type, created_at, id);*/
/*sqlite: CREATE INDEX events_resource ON events (tenant, resource_id, created_at, id);*/
-- An index of SQLite ends in the key of its table, which is the position.
/*sqlite: CREATE INDEX events_position ON events (tenant);*/
-- On PostgreSQL it is the number of the transaction: whatever lies below the oldest one under way is there to stay. What
-- was there before has none.
/*postgres: ALTER TABLE events ADD COLUMN position BIGINT NOT NULL DEFAULT 0;*/
/*postgres: ALTER TABLE events ALTER COLUMN position SET DEFAULT pg_current_xact_id()::text::bigint;*/
/*postgres: CREATE INDEX events_position ON events (tenant, position, id);*/

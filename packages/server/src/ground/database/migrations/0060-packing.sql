-- Texts that are alike are packed on their way into the store. Processes of the release before do not read them, so where
-- there may be some, in a store that is in use, packing begins an hour later; on SQLite a store has one process.
/*postgres: CREATE TABLE packing (begins_at TIMESTAMPTZ NOT NULL);*/
/*postgres: INSERT INTO packing SELECT now() + interval '1 hour' WHERE EXISTS (SELECT 1 FROM tokens);*/

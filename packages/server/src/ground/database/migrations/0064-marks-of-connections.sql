-- On PostgreSQL a connection has one mark, which each of its units changes in place: one for each unit left two dead rows
-- a payment. Whoever lost the answer to a COMMIT looks whether its unit was the last one, and makes it void where it was
-- not. What is_void says is read by processes of earlier releases, of their own marks.
/*postgres: ALTER TABLE unit_marks ADD COLUMN last_unit BIGINT, ADD COLUMN void_unit BIGINT, ADD CHECK (last_unit <> void_unit);*/

-- A frozen clock shows its anchor until it is set again.
ALTER TABLE clock_settings ADD COLUMN is_frozen INTEGER NOT NULL DEFAULT 0;

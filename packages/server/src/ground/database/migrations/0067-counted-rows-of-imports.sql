-- How far the rows of a file are counted: that is done in turns, as everything else about an import.
ALTER TABLE bulk_import_jobs ADD COLUMN counted_rows INTEGER;
ALTER TABLE bulk_import_jobs ADD COLUMN counted_offset BIGINT;
ALTER TABLE bulk_import_jobs ADD COLUMN counted_line INTEGER;

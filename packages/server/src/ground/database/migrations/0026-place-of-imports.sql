-- Where in its file an import goes on: the byte and the line behind the last row that was dealt with.
ALTER TABLE bulk_import_jobs ADD COLUMN next_offset BIGINT;
ALTER TABLE bulk_import_jobs ADD COLUMN next_line INTEGER;

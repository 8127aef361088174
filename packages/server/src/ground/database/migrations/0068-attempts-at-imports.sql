-- Work on an import is counted before it begins, so that a file which ends the process is not begun again for ever.
ALTER TABLE bulk_import_jobs ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;

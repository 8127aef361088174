-- The unfinished imports of a platform are counted at every upload.
CREATE INDEX bulk_import_jobs_unfinished ON bulk_import_jobs (tenant) WHERE completed_at IS NULL;

-- A file of customers that is being imported. due_at says when its next rows are looked at; rows that were
-- dealt with are counted in the unit that dealt with them, so that each is dealt with once.
CREATE TABLE bulk_import_jobs (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL,
  file_key TEXT NOT NULL,
  total INTEGER NOT NULL,
  successful INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  due_at TEXT,
  created_at TEXT NOT NULL,
  completed_at TEXT,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX bulk_import_jobs_due ON bulk_import_jobs (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE bulk_import_errors (
  tenant INTEGER NOT NULL,
  job_id TEXT NOT NULL,
  line INTEGER NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (tenant, job_id, line)
);

-- Due work that has thrown and has not been done since: when it is tried again, or, where retry_at is null, that it
-- was set aside until the operator has mended its cause. Kind is the table of the row that is due, or another name.
CREATE TABLE troubled_work (
  tenant INTEGER NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  problem TEXT NOT NULL,
  first_failed_at TEXT NOT NULL,
  last_failed_at TEXT NOT NULL,
  retry_at TEXT,
  PRIMARY KEY (tenant, kind, id)
);
CREATE INDEX troubled_work_kind ON troubled_work (kind);

-- Files that nothing refers to: uploads under way, and files whose document is gone. What is still here
-- when it is due is removed from the file store.
CREATE TABLE unkept_files (
  tenant INTEGER NOT NULL,
  file_key TEXT NOT NULL,
  due_at TEXT NOT NULL,
  PRIMARY KEY (tenant, file_key)
);
CREATE INDEX unkept_files_due ON unkept_files (due_at);

-- What is said about a document is sealed; the file itself is in the file store, sealed as well.
CREATE TABLE documents (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  holder_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  document_type TEXT NOT NULL,
  side TEXT NOT NULL,
  country TEXT NOT NULL,
  sealed_description TEXT NOT NULL,
  file_key TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  submitted_at TEXT,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX documents_one_of_a_kind ON documents (tenant, holder_id, document_type, side);
CREATE INDEX documents_newest ON documents (tenant, created_at, id);
CREATE INDEX documents_customer ON documents (tenant, customer_id);

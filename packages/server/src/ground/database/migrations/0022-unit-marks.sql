-- Of each unit on PostgreSQL whose COMMIT may still be unanswered. Whoever lost the answer finds out here whether it
-- happened; a mark that is void stands for a unit that can never commit.
CREATE TABLE unit_marks (
  id TEXT NOT NULL PRIMARY KEY,
  is_void INTEGER NOT NULL,
  made_at BIGINT NOT NULL
);

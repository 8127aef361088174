-- The first event of a platform that is certainly kept. Events before it may have been removed, so `verify` counts from it.
CREATE TABLE kept_events (
  tenant INTEGER NOT NULL PRIMARY KEY,
  first_id TEXT NOT NULL
);

-- Money that came in from outside, each arrival once: `arrival_id` is the name its bank or chain gave it.
CREATE TABLE deposits (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  arrival_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount_minor BIGINT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX deposits_arrival ON deposits (tenant, arrival_id);

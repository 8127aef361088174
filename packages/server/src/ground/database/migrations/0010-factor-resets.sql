-- Resets of a lost factor. review_ends_at and review_passes are what the simulated check answers, and when;
-- nobody is told of a reset, so what time does to it is worked out when it is looked at.
CREATE TABLE factor_resets (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  factor TEXT NOT NULL,
  status TEXT NOT NULL,
  enrollment_status TEXT,
  review_ends_at TEXT,
  review_passes INTEGER,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  completed_at TEXT,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX factor_resets_customer ON factor_resets (tenant, customer_id, created_at);

-- Who owns or runs a business. Everything that is known of the person is sealed.
CREATE TABLE beneficial_owners (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  roles TEXT NOT NULL,
  ownership_percentage INTEGER NOT NULL,
  sealed_personal_info TEXT NOT NULL,
  kyc_status TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX beneficial_owners_newest ON beneficial_owners (tenant, customer_id, created_at, id);

-- One for each customer. `refused` names the files that a check has refused; they stand in the way until
-- their documents have others.
CREATE TABLE verifications (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  status TEXT NOT NULL,
  errors TEXT NOT NULL,
  refused TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX verifications_customer ON verifications (tenant, customer_id);
CREATE INDEX verifications_newest ON verifications (tenant, created_at, id);

-- How often short codes were tried, by whoever tried them, in a window of real time. Device codes had a count of their own.
CREATE TABLE guesses (
  digest TEXT NOT NULL PRIMARY KEY,
  count INTEGER NOT NULL,
  ends_at TEXT NOT NULL
);
CREATE INDEX guesses_by_end ON guesses (ends_at);
DROP TABLE device_code_attempts;

-- What the page of an invitation shows of a platform, as its operator has entered it.
CREATE TABLE invitation_settings (
  tenant INTEGER NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  logo_url TEXT NOT NULL,
  onboarding_url TEXT NOT NULL,
  countries TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

-- An invitation belongs to the platform that created it; the platform that claims it may be another one.
CREATE TABLE invitations (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  code_digest TEXT NOT NULL,
  status TEXT NOT NULL,
  inviter_uma TEXT NOT NULL,
  invitee_uma TEXT,
  first_name TEXT,
  amount_minor BIGINT,
  currency TEXT,
  sequence INTEGER NOT NULL,
  expires_at TEXT,
  created_at TEXT NOT NULL,
  claimed_at TEXT,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX invitations_by_code ON invitations (code_digest);

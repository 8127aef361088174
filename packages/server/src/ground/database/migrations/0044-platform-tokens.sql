-- Tokens that are currencies of one platform. Two platforms may have different ones of the same code, so whatever shows
-- an amount of one keeps what describes it: it never changes once accounts hold the token.
CREATE TABLE platform_tokens (
  tenant INTEGER NOT NULL,
  code TEXT NOT NULL,
  description TEXT NOT NULL,
  is_enabled INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, code)
);
ALTER TABLE internal_accounts ADD COLUMN token TEXT;
ALTER TABLE quotes ADD COLUMN token TEXT;
ALTER TABLE transactions ADD COLUMN token TEXT;

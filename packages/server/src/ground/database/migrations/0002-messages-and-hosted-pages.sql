-- Texts to customers that are still to be sent. Address and text are sealed together; a row goes once
-- its text is sent or of no use any more.
CREATE TABLE outgoing_messages (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  channel TEXT NOT NULL,
  sealed_content TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE INDEX outgoing_messages_due ON outgoing_messages (due_at);

-- Pages a customer of a platform is sent to. Whoever has the token has the page, so only its hash is here.
CREATE TABLE hosted_pages (
  token_hash TEXT NOT NULL PRIMARY KEY,
  tenant INTEGER NOT NULL,
  purpose TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  customer_id TEXT,
  redirect_uri TEXT,
  status TEXT NOT NULL,
  outcome TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  completed_at TEXT
);
CREATE INDEX hosted_pages_subject ON hosted_pages (tenant, purpose, subject_id);

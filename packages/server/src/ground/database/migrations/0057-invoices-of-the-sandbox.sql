-- Invoices of the sandbox's Lightning node have a life of 30 days. Those that are there already begin theirs now; those
-- that a process of an older release makes meanwhile stay.
ALTER TABLE sandbox_invoices ADD COLUMN expires_at TEXT NOT NULL DEFAULT '9999-12-31T23:59:59.999Z';
/*sqlite: UPDATE sandbox_invoices SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+30 days');*/
/*postgres: UPDATE sandbox_invoices SET expires_at = to_char(now() AT TIME ZONE 'UTC' + interval '30 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');*/
CREATE INDEX sandbox_invoices_expired ON sandbox_invoices (expires_at);

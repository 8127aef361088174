-- Each sandbox platform has a clock of its own; one without a row here, and production, run on real time. The clock
-- showed anchored_at_ms when the system showed anchored_at_real_ms, both in milliseconds since 1970. While it is being
-- advanced it stands still, until advance_expires_ms of real time at the latest: then its process has died.
CREATE TABLE clocks (
  tenant INTEGER NOT NULL PRIMARY KEY,
  anchored_at_ms BIGINT NOT NULL,
  anchored_at_real_ms BIGINT NOT NULL,
  scale INTEGER NOT NULL,
  is_frozen INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  advance_id TEXT,
  advance_expires_ms BIGINT
);
CREATE INDEX clocks_advancing ON clocks (advance_expires_ms) WHERE advance_expires_ms IS NOT NULL;

-- What happens to a subject next without a request; a subject has as many timers as kinds of things may happen to it.
-- due_ms is the moment by the clock of its platform. due_real_ms says when that is in real time, and is written again
-- when the clock is set; while somebody works on the timer it is the end of the lease.
CREATE TABLE timers (
  tenant INTEGER NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  due_ms BIGINT NOT NULL,
  due_real_ms BIGINT NOT NULL,
  leased_until_ms BIGINT,
  PRIMARY KEY (tenant, kind, id)
)/*sqlite:  WITHOUT ROWID*/;

-- The one clock that there was goes on as the clock of every sandbox platform, unless it was real time.
INSERT INTO clocks (tenant, anchored_at_ms, anchored_at_real_ms, scale, is_frozen, revision)
SELECT p.tenant,
  /*sqlite: CAST(strftime('%s', c.anchored_at) AS INTEGER) * 1000 + CAST(substr(c.anchored_at, 21, 3) AS INTEGER)*//*postgres: CAST(EXTRACT(EPOCH FROM CAST(c.anchored_at AS timestamptz)) * 1000 AS BIGINT)*/,
  /*sqlite: CAST(strftime('%s', c.anchored_at_real) AS INTEGER) * 1000 + CAST(substr(c.anchored_at_real, 21, 3) AS INTEGER)*//*postgres: CAST(EXTRACT(EPOCH FROM CAST(c.anchored_at_real AS timestamptz)) * 1000 AS BIGINT)*/,
  c.scale, c.is_frozen, 1
FROM platforms p CROSS JOIN clock_settings c
WHERE p.environment = 'SANDBOX' AND NOT (c.scale = 1 AND c.is_frozen = 0 AND c.anchored_at = c.anchored_at_real);
DROP TABLE clock_settings;

INSERT INTO timers (tenant, kind, id, due_ms, due_real_ms)
SELECT due.tenant, due.kind, due.id, due.due_ms, CASE
  WHEN clocks.tenant IS NULL OR due.due_ms >= 253402300799999 THEN due.due_ms
  WHEN clocks.is_frozen = 1 THEN CASE WHEN due.due_ms <= clocks.anchored_at_ms THEN 0 ELSE 253402300799999 END
  ELSE clocks.anchored_at_real_ms + (due.due_ms - clocks.anchored_at_ms + clocks.scale - 1) / clocks.scale END
FROM (
  SELECT tenant, kind, id,
    /*sqlite: CAST(strftime('%s', due_at) AS INTEGER) * 1000 + CAST(substr(due_at, 21, 3) AS INTEGER)*//*postgres: CAST(EXTRACT(EPOCH FROM CAST(due_at AS timestamptz)) * 1000 AS BIGINT)*/ AS due_ms
  FROM (
    SELECT tenant, 'transactions' AS kind, id, due_at FROM transactions WHERE due_at IS NOT NULL
    UNION ALL SELECT tenant, 'external_accounts', id, validation_due_at FROM external_accounts WHERE validation_due_at IS NOT NULL
    UNION ALL SELECT tenant, 'bulk_import_jobs', id, due_at FROM bulk_import_jobs WHERE due_at IS NOT NULL
    UNION ALL SELECT tenant, 'outgoing_messages', id, due_at FROM outgoing_messages
    UNION ALL SELECT tenant, 'unkept_files', file_key, due_at FROM unkept_files
  ) AS columns_before
) AS due
LEFT JOIN clocks ON clocks.tenant = due.tenant;

-- When the next timer of a kind is due is the first entry of the first index; the second one says it for one platform
-- while its clock is being advanced.
CREATE INDEX timers_real ON timers (kind, due_real_ms);
CREATE INDEX timers_shown ON timers (tenant, kind, due_ms);

DROP INDEX transactions_due;
ALTER TABLE transactions DROP COLUMN due_at;
DROP INDEX external_accounts_validation;
ALTER TABLE external_accounts DROP COLUMN validation_due_at;
DROP INDEX bulk_import_jobs_due;
ALTER TABLE bulk_import_jobs DROP COLUMN due_at;
DROP INDEX outgoing_messages_due;
ALTER TABLE outgoing_messages DROP COLUMN due_at;
DROP TABLE unkept_files;

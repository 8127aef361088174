-- The number of a tenant is never given twice: what is remembered of one that is gone, or still under way for it, must
-- not become anybody else's.
CREATE TABLE tenant_numbers (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  last_given INTEGER NOT NULL
);
INSERT INTO tenant_numbers (id, last_given) SELECT 1, coalesce(max(tenant), 0) FROM platforms;

-- A world is a platform that another one made. Nobody finds it by a domain.
ALTER TABLE platforms ADD COLUMN is_world INTEGER NOT NULL DEFAULT 0;

-- The worlds of a platform; `world` is the tenant of one.
CREATE TABLE sandbox_worlds (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  world INTEGER NOT NULL,
  status TEXT NOT NULL,
  name TEXT,
  seed TEXT,
  forked_from TEXT,
  created_at TEXT NOT NULL,
  expires_ms BIGINT NOT NULL,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX sandbox_worlds_of_tenant ON sandbox_worlds (world);
CREATE INDEX sandbox_worlds_listed ON sandbox_worlds (tenant, created_at, id);
CREATE INDEX sandbox_worlds_expiring ON sandbox_worlds (expires_ms) WHERE status = 'READY';

-- Tenants whose rows are being removed, in real time.
CREATE TABLE removed_tenants (
  tenant INTEGER NOT NULL PRIMARY KEY,
  removed_at_ms BIGINT NOT NULL,
  due_ms BIGINT NOT NULL
);
CREATE INDEX removed_tenants_due ON removed_tenants (due_ms);

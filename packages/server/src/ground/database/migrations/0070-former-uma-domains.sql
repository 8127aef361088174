-- Domains that a platform has used before: customers keep the addresses that they were given there.
CREATE TABLE former_uma_domains (
  tenant INTEGER NOT NULL,
  domain TEXT NOT NULL,
  left_at TEXT NOT NULL,
  PRIMARY KEY (tenant, domain)
);
CREATE INDEX former_uma_domains_by_domain ON former_uma_domains (domain);
CREATE INDEX former_uma_domains_latest ON former_uma_domains (tenant, left_at);

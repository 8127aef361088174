-- When a platform began to use a domain; unknown for domains that were set before.
ALTER TABLE platforms ADD COLUMN uma_domain_since TEXT;
ALTER TABLE former_uma_domains ADD COLUMN used_from TEXT;

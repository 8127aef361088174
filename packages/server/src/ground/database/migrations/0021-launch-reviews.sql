-- What a platform without licences of its own has shown about how it asks for consent, and when the operator
-- approved it. Until then its production tokens are refused.
ALTER TABLE platforms ADD COLUMN consent_evidence TEXT;
ALTER TABLE platforms ADD COLUMN launch_approved_at TEXT;

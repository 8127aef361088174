-- Returned payments whose platform fee the service advanced, before it waited for the platform to give the fee back.
-- verify holds every later one to the rule.
CREATE TABLE fees_advanced_before (
  tenant INTEGER NOT NULL,
  transaction_id TEXT NOT NULL,
  PRIMARY KEY (tenant, transaction_id)
) /*sqlite: WITHOUT ROWID */;
INSERT INTO fees_advanced_before (tenant, transaction_id)
  SELECT t.tenant, t.id FROM transactions t
  JOIN ledger_entries e ON e.tenant = t.tenant AND e.subject_id = t.id
  JOIN ledger_postings p ON p.tenant = e.tenant AND p.entry_id = e.id AND p.account LIKE 'service:platform-fees:%'
  WHERE t.failure_reason = 'PAYOUT_RETURNED' AND t.platform_fees_minor > 0 AND e.kind IN ('SETTLE', 'RETURN')
  GROUP BY t.tenant, t.id HAVING count(*) > 1;

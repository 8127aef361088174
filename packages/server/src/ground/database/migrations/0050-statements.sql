-- The statement of each internal account: what every entry did to it, in the order of its own sequence, with both
-- balances after it. The lists go along the key, or along the index where one kind is asked for.
CREATE TABLE account_entries (
  tenant INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  entry_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  amount_minor BIGINT NOT NULL,
  held_amount_minor BIGINT NOT NULL,
  balance_minor BIGINT NOT NULL,
  held_minor BIGINT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant, account_id, created_at, sequence)
) /*sqlite: WITHOUT ROWID */;
CREATE INDEX account_entries_kind ON account_entries (tenant, account_id, kind, created_at, sequence);
-- No entry of an account is dated before the one that came before it, whichever process made it.
ALTER TABLE internal_accounts ADD COLUMN entered_at TEXT;

-- What was posted before: in the order of its moments and ids, with the sums of the postings so far. The sequence of an
-- account has counted each of its entries, so what comes is numbered higher.
INSERT INTO account_entries (tenant, account_id, sequence, entry_id, kind, subject_id,
  amount_minor, held_amount_minor, balance_minor, held_minor, created_at)
SELECT tenant, account_id, row_number() OVER so_far, entry_id,
  CASE kind
    WHEN 'FUND' THEN 'SANDBOX_FUNDING'
    WHEN 'DEBIT' THEN 'PAYMENT_SENT'
    WHEN 'SETTLE' THEN CASE WHEN is_fee = 1 THEN 'FEE' WHEN EXISTS (
        SELECT 1 FROM transactions AS t
        WHERE t.tenant = changes.tenant AND t.id = changes.subject_id AND t.type = 'INCOMING' AND t.quote_id IS NULL
      ) THEN 'DEPOSIT' ELSE 'PAYMENT_RECEIVED' END
    WHEN 'RETURN' THEN 'FEE_REVERSAL'
    WHEN 'REFUND_SETTLE' THEN 'REFUND'
    WHEN 'CARD_CLEAR' THEN 'CARD_PURCHASE'
    WHEN 'CARD_CREDIT' THEN 'CARD_REFUND'
    WHEN 'CARD_CREDIT_REVERSAL' THEN 'CARD_REFUND_REVERSAL'
    WHEN 'CARD_PULL_FAILURE' THEN 'CARD_FUNDING_REVERSAL'
    WHEN 'STABLECOIN_DEBIT' THEN 'STABLECOIN_MINT'
    WHEN 'STABLECOIN_REFUND' THEN 'STABLECOIN_MINT_REFUND'
    ELSE kind
  END,
  subject_id, amount_minor, held_amount_minor,
  CAST(sum(amount_minor) OVER so_far AS BIGINT), CAST(sum(held_amount_minor) OVER so_far AS BIGINT), created_at
FROM (
  SELECT p.tenant AS tenant, p.account_id AS account_id, p.entry_id AS entry_id, e.kind AS kind,
    e.subject_id AS subject_id, e.created_at AS created_at,
    CAST(sum(CASE WHEN p.is_held = 1 THEN 0 ELSE p.amount_minor END) AS BIGINT) AS amount_minor,
    CAST(sum(CASE WHEN p.is_held = 1 THEN p.amount_minor ELSE 0 END) AS BIGINT) AS held_amount_minor,
    min(p.is_fee) AS is_fee
  FROM (
    SELECT a.tenant, a.entry_id, a.amount_minor,
      CASE WHEN a.account LIKE 'held:%' THEN substr(a.account, 6) ELSE a.account END AS account_id,
      CASE WHEN a.account LIKE 'held:%' THEN 1 ELSE 0 END AS is_held,
      CASE WHEN beside.account LIKE 'service:platform-fees:%' THEN 1 ELSE 0 END AS is_fee
    FROM ledger_postings AS a
    JOIN ledger_postings AS beside ON beside.tenant = a.tenant AND beside.entry_id = a.entry_id
      AND beside.line = CASE a.line % 2 WHEN 0 THEN a.line + 1 ELSE a.line - 1 END
    WHERE a.account LIKE 'InternalAccount:%' OR a.account LIKE 'held:%'
  ) AS p
  JOIN ledger_entries AS e ON e.tenant = p.tenant AND e.id = p.entry_id
  GROUP BY p.tenant, p.account_id, p.entry_id, e.kind, e.subject_id, e.created_at
) AS changes
WINDOW so_far AS (PARTITION BY tenant, account_id ORDER BY created_at, entry_id);
UPDATE internal_accounts SET entered_at = (
  SELECT max(s.created_at) FROM account_entries AS s
  WHERE s.tenant = internal_accounts.tenant AND s.account_id = internal_accounts.id
);

-- What an agent asked for fails with its quote; before, it waited for ever.
UPDATE agent_actions SET status = 'FAILED'
WHERE status = 'PENDING_APPROVAL'
  AND EXISTS (
    SELECT 1 FROM transactions
    WHERE transactions.tenant = agent_actions.tenant AND transactions.id = agent_actions.transaction_id
      AND transactions.status IN ('EXPIRED', 'FAILED')
  );

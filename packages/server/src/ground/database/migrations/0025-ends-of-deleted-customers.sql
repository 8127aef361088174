-- A customer who was deleted with money on an account, or with a payment under way, is there again, so that the
-- money can leave; the name may have gone to somebody else since. All other accounts of deleted customers are closed.
UPDATE customers SET
  deleted_at = NULL,
  platform_customer_id = CASE WHEN EXISTS (
    SELECT 1 FROM customers twin WHERE twin.tenant = customers.tenant
      AND twin.platform_customer_id = customers.platform_customer_id AND twin.id <> customers.id
  ) THEN platform_customer_id || ' ' || id ELSE platform_customer_id END
WHERE deleted_at IS NOT NULL AND (
  EXISTS (
    SELECT 1 FROM internal_accounts a WHERE a.tenant = customers.tenant AND a.customer_id = customers.id AND a.balance_minor > 0
  ) OR EXISTS (
    SELECT 1 FROM transactions t WHERE t.tenant = customers.tenant AND t.customer_id = customers.id
      AND (t.status IN ('PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING') OR t.refund_status = 'PENDING')
  )
);
UPDATE internal_accounts SET status = 'CLOSED'
WHERE status = 'ACTIVE' AND EXISTS (
  SELECT 1 FROM customers c WHERE c.tenant = internal_accounts.tenant AND c.id = internal_accounts.customer_id AND c.deleted_at IS NOT NULL
);
-- Cancelled payments that the rail never delivered waited for ever; they are looked at once more and come to their end.
UPDATE transactions SET due_at = updated_at, due_action = 'LOOK'
WHERE status = 'PROCESSING' AND refund_status IN ('COMPLETED', 'FAILED') AND due_at IS NULL;

-- What only some payments have, in tables of its own: a transaction keeps what every kind of transaction has.

-- The way back of a payment's money. A transaction has one refund at the most and names it.
CREATE TABLE refunds (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  transaction_id TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT,
  initiated_at TEXT NOT NULL,
  settled_at TEXT,
  PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX refunds_transaction ON refunds (tenant, transaction_id);
INSERT INTO refunds (tenant, id, transaction_id, status, reason, initiated_at, settled_at)
SELECT tenant, refund_reference, id, refund_status, refund_reason, refund_initiated_at, refund_settled_at
FROM transactions WHERE refund_status IS NOT NULL;

-- How a payment is paid in for its quote, and what came in: that may be another amount than was asked for.
CREATE TABLE realtime_fundings (
  tenant INTEGER NOT NULL,
  transaction_id TEXT NOT NULL,
  payment_instructions TEXT,
  funded_minor BIGINT,
  PRIMARY KEY (tenant, transaction_id)
);
INSERT INTO realtime_fundings (tenant, transaction_id, payment_instructions, funded_minor)
SELECT tenant, id, payment_instructions, funded_minor
FROM transactions WHERE quote_id IS NOT NULL AND funding IN ('BANK_DEPOSIT', 'CHAIN_DEPOSIT');

-- What two providers, or two customers of one platform, have to settle between them about a UMA payment.
CREATE TABLE uma_payments (
  tenant INTEGER NOT NULL,
  transaction_id TEXT NOT NULL,
  requested_fields TEXT,
  approval_expires_at TEXT,
  sealed_receiver_information TEXT,
  peer_transaction_id TEXT,
  PRIMARY KEY (tenant, transaction_id)
);
INSERT INTO uma_payments (tenant, transaction_id, requested_fields, approval_expires_at, sealed_receiver_information, peer_transaction_id)
SELECT tenant, id, requested_fields, approval_expires_at, sealed_receiver_information, peer_transaction_id
FROM transactions WHERE funding = 'UMA_PAYMENT' OR peer_transaction_id IS NOT NULL;

-- Why the platform cancelled or rejected a payment, in its own words; kept for its records.
CREATE TABLE payment_decisions (
  tenant INTEGER NOT NULL,
  transaction_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  decided_at TEXT NOT NULL,
  PRIMARY KEY (tenant, transaction_id)
);
INSERT INTO payment_decisions (tenant, transaction_id, reason, decided_at)
SELECT tenant, id, decision_reason, updated_at FROM transactions WHERE decision_reason IS NOT NULL;

ALTER TABLE transactions RENAME COLUMN refund_reference TO refund_id;
ALTER TABLE transactions DROP COLUMN refund_status;
ALTER TABLE transactions DROP COLUMN refund_reason;
ALTER TABLE transactions DROP COLUMN refund_initiated_at;
ALTER TABLE transactions DROP COLUMN refund_settled_at;
ALTER TABLE transactions DROP COLUMN payment_instructions;
ALTER TABLE transactions DROP COLUMN funded_minor;
ALTER TABLE transactions DROP COLUMN requested_fields;
ALTER TABLE transactions DROP COLUMN approval_expires_at;
ALTER TABLE transactions DROP COLUMN sealed_receiver_information;
ALTER TABLE transactions DROP COLUMN peer_transaction_id;
ALTER TABLE transactions DROP COLUMN decision_reason;

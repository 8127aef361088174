/** The fields that a transaction gets later, if at all. */
export const transactionDefaults = {
  refund: null,
  realtimeFunding: null,
  uma: null,
  refund_id: null,
  transaction_hash: null,
  pending_reason: null,
  failure_reason: null,
  submitted_at: null,
  expected_settlement_at: null,
  settled_at: null,
  receipt_delivery_confirmed_at: null,
  agent_id: null,
  is_transfer: 0,
  token: null,
} as const;

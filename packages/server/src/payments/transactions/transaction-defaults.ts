/** Everything that a transaction only learns later. */
export const transactionDefaults = {
  transaction_hash: null,
  funded_minor: null,
  pending_reason: null,
  failure_reason: null,
  refund_reference: null,
  refund_status: null,
  refund_reason: null,
  refund_initiated_at: null,
  refund_settled_at: null,
  submitted_at: null,
  expected_settlement_at: null,
  settled_at: null,
  receipt_delivery_confirmed_at: null,
  decision_reason: null,
  sealed_receiver_information: null,
} as const;

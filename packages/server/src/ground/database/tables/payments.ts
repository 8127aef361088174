import type { Instant } from '../../clock/instant.ts';
import type { Fixed, JsonText } from '../column-types.ts';

interface QuotesTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  status: string;
  transaction_id: Fixed<string>;
  customer_id: Fixed<string | null>;
  source: Fixed<JsonText>;
  destination: Fixed<JsonText>;
  source_account_id: Fixed<string | null>;
  destination_account_id: Fixed<string | null>;
  locked_side: Fixed<string>;
  sending_currency: Fixed<string>;
  receiving_currency: Fixed<string>;
  sending_minor: Fixed<bigint>;
  receiving_minor: Fixed<bigint>;
  fees_minor: Fixed<bigint>;
  platform_fees_minor: Fixed<bigint>;
  exchange_rate: Fixed<string>;
  rate_details: Fixed<JsonText>;
  description: Fixed<string | null>;
  created_at: Fixed<Instant>;
  updated_at: Instant;
  expires_at: Instant;
  funding_reference: Fixed<string | null>;
  payment_instructions: Fixed<JsonText | null>;
  counterparty_information: Fixed<JsonText | null>;
  sca_purposes: Fixed<JsonText | null>;
}

/** How the money of a payment gets in. */
export type FundingKind = 'BALANCE' | 'COLLECTION' | 'BANK_DEPOSIT' | 'CHAIN_DEPOSIT' | 'UMA_PAYMENT';

interface TransactionsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  type: Fixed<'INCOMING' | 'OUTGOING'>;
  direction: Fixed<'CREDIT' | 'DEBIT'>;
  status: string;
  customer_id: Fixed<string | null>;
  platform_customer_id: Fixed<string | null>;
  quote_id: Fixed<string | null>;
  source: JsonText;
  destination: Fixed<JsonText>;
  source_account_id: Fixed<string | null>;
  destination_account_id: Fixed<string | null>;
  source_identifier: string | null;
  destination_identifier: string | null;
  sent_currency: Fixed<string>;
  sent_minor: Fixed<bigint>;
  received_currency: Fixed<string>;
  received_minor: Fixed<bigint>;
  fees_minor: Fixed<bigint>;
  platform_fees_minor: Fixed<bigint>;
  exchange_rate: Fixed<string>;
  rate_details: Fixed<JsonText | null>;
  payment_rail: Fixed<string | null>;
  rail_selection_mode: Fixed<string | null>;
  network: Fixed<string | null>;
  transaction_hash: string | null;
  reference: Fixed<string | null>;
  description: Fixed<string | null>;
  remittance_information: string | null;
  purpose_of_payment: Fixed<string | null>;
  pending_reason: string | null;
  failure_reason: string | null;
  refund_reference: string | null;
  refund_status: string | null;
  refund_reason: string | null;
  refund_initiated_at: Instant | null;
  refund_settled_at: Instant | null;
  submitted_at: Instant | null;
  expected_settlement_at: Instant | null;
  settled_at: Instant | null;
  receipt_delivery_confirmed_at: Instant | null;
  decision_reason: string | null;
  sequence: number;
  due_at: Instant | null;
  due_action: string | null;
  created_at: Fixed<Instant>;
  updated_at: Instant;
  funding: Fixed<FundingKind>;
  funded_minor: bigint | null;
  payment_instructions: Fixed<JsonText | null>;
  counterparty_information: JsonText | null;
  requested_fields: Fixed<JsonText | null>;
  approval_expires_at: Instant | null;
  peer_transaction_id: string | null;
  sealed_receiver_information: string | null;
}

/** Conversions priced under an older rule of rounding; written once, by a migration. */
interface ConversionsBeforeTable {
  tenant: Fixed<number>;
  transaction_id: Fixed<string>;
}

export interface PaymentTables {
  conversions_before: ConversionsBeforeTable;
  quotes: QuotesTable;
  transactions: TransactionsTable;
}

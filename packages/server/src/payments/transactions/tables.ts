import type {
  CounterpartyFieldDefinition,
  IncomingTransactionFailureReason,
  OutgoingRateDetails,
  OutgoingTransactionFailureReason,
  PaymentInstructions,
  PaymentRail,
  RailSelectionMode,
  RefundReason,
  StateOf,
  TransactionDestinationOneOf,
  TransactionPendingReason,
  TransactionSourceOneOf,
} from '@payments-platform/types';
import type { AccountNetwork } from '../../accounts/external/account-facts.ts';
import type { PartyInformation } from '../../engines/uma/uma-network.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { SealedJson } from '../../ground/sealing/sealed-json.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    transactions: TransactionsTable;
    conversions_before: ConversionsBeforeTable;
  }
}

export type TransactionState = StateOf<'outgoing-transaction' | 'incoming-transaction'>;

export type FailureReason = IncomingTransactionFailureReason | OutgoingTransactionFailureReason;

/** What happens to a transaction at its `due_at`. */
export type DueAction = 'EXPIRE' | 'CHALLENGE_EXPIRE' | 'TIME_OUT' | 'ANSWER' | 'CLEAR' | 'COLLECT' | 'LOOK' | 'REFUND';

/** How the money of a payment gets in. */
export type FundingKind = 'BALANCE' | 'COLLECTION' | 'BANK_DEPOSIT' | 'CHAIN_DEPOSIT' | 'UMA_PAYMENT';

interface TransactionsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  type: Fixed<'INCOMING' | 'OUTGOING'>;
  direction: Fixed<'CREDIT' | 'DEBIT'>;
  status: TransactionState;
  customer_id: Fixed<string | null>;
  platform_customer_id: Fixed<string | null>;
  quote_id: Fixed<string | null>;
  source: JsonText<TransactionSourceOneOf>;
  destination: Fixed<JsonText<TransactionDestinationOneOf>>;
  source_account_id: Fixed<string | null>;
  destination_account_id: Fixed<string | null>;
  source_identifier: string | null;
  destination_identifier: string | null;
  sent_currency: Fixed<CurrencyCode>;
  sent_minor: Fixed<bigint>;
  received_currency: Fixed<CurrencyCode>;
  received_minor: Fixed<bigint>;
  fees_minor: Fixed<bigint>;
  platform_fees_minor: Fixed<bigint>;
  exchange_rate: Fixed<string>;
  rate_details: Fixed<JsonText<OutgoingRateDetails> | null>;
  payment_rail: Fixed<PaymentRail | null>;
  rail_selection_mode: Fixed<RailSelectionMode | null>;
  network: Fixed<AccountNetwork | null>;
  transaction_hash: string | null;
  reference: Fixed<string | null>;
  description: Fixed<string | null>;
  remittance_information: string | null;
  purpose_of_payment: Fixed<string | null>;
  pending_reason: TransactionPendingReason | null;
  failure_reason: FailureReason | null;
  refund_reference: string | null;
  refund_status: StateOf<'refund'> | null;
  refund_reason: RefundReason | null;
  refund_initiated_at: Instant | null;
  refund_settled_at: Instant | null;
  submitted_at: Instant | null;
  expected_settlement_at: Instant | null;
  settled_at: Instant | null;
  receipt_delivery_confirmed_at: Instant | null;
  decision_reason: string | null;
  sequence: number;
  due_at: Instant | null;
  due_action: DueAction | null;
  created_at: Fixed<Instant>;
  updated_at: Instant;
  funding: Fixed<FundingKind>;
  funded_minor: bigint | null;
  payment_instructions: Fixed<JsonText<readonly PaymentInstructions[]> | null>;
  counterparty_information: JsonText<PartyInformation> | null;
  requested_fields: Fixed<JsonText<readonly CounterpartyFieldDefinition[]> | null>;
  approval_expires_at: Instant | null;
  peer_transaction_id: string | null;
  sealed_receiver_information: SealedJson<PartyInformation> | null;
}

/** Conversions priced under an older rule of rounding; written once, by a migration. */
interface ConversionsBeforeTable {
  tenant: Fixed<number>;
  transaction_id: Fixed<string>;
}

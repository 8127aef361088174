import type {
  CounterpartyFieldDefinition,
  IncomingTransactionFailureReason,
  OutgoingRateDetails,
  OutgoingTransactionFailureReason,
  PaymentInstructions,
  PaymentRail,
  PurposeOfPayment,
  RailSelectionMode,
  RefundReason,
  StateOf,
  TransactionDestinationOneOf,
  TransactionPendingReason,
  TransactionSourceOneOf,
} from '@payments-platform/types';
import type { AccountNetwork } from '../../accounts/external/account-facts.ts';
import type { Channel, PartyInformation } from '../../engines/uma/uma-network.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { CurrencyCode, CurrencyView } from '../../ground/money/currency.ts';
import type { SealedJson } from '../../ground/sealing/sealed-json.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    payment_decisions: PaymentDecisionsTable;
    realtime_fundings: RealtimeFundingsTable;
    refunds: RefundsTable;
    transactions: TransactionsTable;
    uma_payments: UmaPaymentsTable;
    conversions_before: TransactionsBeforeTable;
    fees_advanced_before: TransactionsBeforeTable;
  }
}

type TransactionState = StateOf<'outgoing-transaction' | 'incoming-transaction'>;

export type FailureReason = IncomingTransactionFailureReason | OutgoingTransactionFailureReason;

/** The action at the `due_at` of a transaction. */
type DueAction = 'EXPIRE' | 'CHALLENGE_EXPIRE' | 'TIME_OUT' | 'ANSWER' | 'CLEAR' | 'COLLECT' | 'LOOK' | 'REFUND';

/** How the money of a payment comes in. */
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
  source_account_id: string | null;
  destination_account_id: Fixed<string | null>;
  source_identifier: string | null;
  destination_identifier: string | null;
  sent_currency: Fixed<CurrencyCode>;
  sent_minor: Fixed<bigint>;
  received_currency: Fixed<CurrencyCode>;
  /** The description of both currencies, if they are one token of the platform. */
  token: Fixed<JsonText<CurrencyView> | null>;
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
  purpose_of_payment: Fixed<PurposeOfPayment | null>;
  pending_reason: TransactionPendingReason | null;
  failure_reason: FailureReason | null;
  /** The id of its refund, if it has one. */
  refund_id: string | null;
  submitted_at: Instant | null;
  expected_settlement_at: Instant | null;
  settled_at: Instant | null;
  receipt_delivery_confirmed_at: Instant | null;
  sequence: number;
  due_action: DueAction | null;
  created_at: Fixed<Instant>;
  updated_at: Instant;
  funding: FundingKind;
  counterparty_information: JsonText<PartyInformation> | null;
  /** The agent that submitted the payment. */
  agent_id: Fixed<string | null>;
  /** Whether the payment was requested as a transfer and not as a quote. */
  is_transfer: Fixed<0 | 1>;
}

/** The refund of a payment. */
interface RefundsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  transaction_id: Fixed<string>;
  status: StateOf<'refund'>;
  reason: Fixed<RefundReason | null>;
  initiated_at: Fixed<Instant>;
  settled_at: Instant | null;
}

/** How a payment is paid in for its quote, and the amount that came in. */
interface RealtimeFundingsTable {
  tenant: Fixed<number>;
  transaction_id: Fixed<string>;
  payment_instructions: Fixed<JsonText<readonly PaymentInstructions[]> | null>;
  funded_minor: bigint | null;
}

/** What two providers, or two customers of one platform, settle between them for a UMA payment. */
interface UmaPaymentsTable {
  tenant: Fixed<number>;
  transaction_id: Fixed<string>;
  /** The fields that the sender's provider requests about the receiving customer. */
  requested_fields: Fixed<JsonText<readonly CounterpartyFieldDefinition[]> | null>;
  /** When the decision time of the platform ends; only for an incoming payment. */
  approval_expires_at: Instant | null;
  /** What the platform disclosed about its customer with an approval. */
  sealed_receiver_information: SealedJson<PartyInformation> | null;
  /** The other half of a payment between two customers of the platform. */
  peer_transaction_id: Fixed<string | null>;
  /** The BOLT 11 invoice that settles the payment between two providers; ours if the payment comes in. */
  invoice: Fixed<string | null>;
  /** The key under which the other provider reports the channels of the payment. */
  callback_key: Fixed<string | null>;
  /** Where the other provider wants the same report. */
  utxo_callback: Fixed<string | null>;
  /** The channels that the other provider reported. */
  counterparty_channels: JsonText<readonly Channel[]> | null;
}

/** Why the platform cancelled or rejected a payment, in its own words. */
interface PaymentDecisionsTable {
  tenant: Fixed<number>;
  transaction_id: Fixed<string>;
  reason: Fixed<string>;
  decided_at: Fixed<Instant>;
}

/** Transactions from before a rule that `verify` checks; written once, by a migration. */
interface TransactionsBeforeTable {
  tenant: Fixed<number>;
  transaction_id: Fixed<string>;
}

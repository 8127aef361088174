import type { ColumnType } from 'kysely';
import type { Instant } from '../clock/instant.ts';

/** JSON kept as text: both engines store it the same way and nothing in a query looks inside. */
export type JsonText = string;
/** Set on insert, never updated. */
type Fixed<T> = ColumnType<T, T, never>;

interface PlatformsTable {
  tenant: Fixed<number>;
  platform_id: Fixed<string>;
  environment: Fixed<'SANDBOX' | 'PRODUCTION'>;
  config_id: Fixed<string>;
  is_regulated: number;
  skips_verification_paperwork: number;
  uma_domain: string;
  proxy_uma_subdomain: string;
  webhook_endpoint: string | null;
  embedded_wallet_config: JsonText | null;
  card_tokenization_config: JsonText | null;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

interface PlatformCurrenciesTable {
  tenant: Fixed<number>;
  currency: Fixed<string>;
  position: number;
  minimum_minor: bigint;
  maximum_minor: bigint;
  required_counterparty_fields: JsonText;
  enabled_transaction_types: JsonText;
}

interface FeeConfigsTable {
  tenant: Fixed<number>;
  fee_type: Fixed<string>;
  source_currency: Fixed<string>;
  variable_fee_bps: number;
  fixed_fee_minor: bigint;
}

interface WebhookKeysTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  public_key: Fixed<string>;
  sealed_private_key: Fixed<string>;
  created_at: Fixed<Instant>;
}

interface TokensTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  name: string;
  permissions: JsonText;
  client_id: Fixed<string>;
  secret_hash: string;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

interface CustomersTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  platform_customer_id: string;
  customer_type: Fixed<string>;
  verification_status: string;
  region: string | null;
  currencies: JsonText | null;
  email: string | null;
  phone_number: string | null;
  uma_address: string;
  profile: JsonText;
  consent: JsonText | null;
  sequence: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
  deleted_at: Instant | null;
}

interface InternalAccountsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  customer_id: Fixed<string | null>;
  type: Fixed<string>;
  status: string;
  currency: Fixed<string>;
  reference: Fixed<string>;
  balance_minor: bigint;
  sent_on: string | null;
  sent_minor: bigint;
  sequence: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

interface ExternalAccountsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  customer_id: Fixed<string | null>;
  status: string;
  currency: Fixed<string>;
  account_type: Fixed<string>;
  identifier: Fixed<string>;
  fingerprint: Fixed<string>;
  platform_account_id: string | null;
  ownership_type: string | null;
  is_default_uma_deposit: number;
  beneficiary_verification_status: string | null;
  beneficiary_verified_name: string | null;
  account_info: JsonText;
  sequence: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
  deleted_at: Instant | null;
}

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
}

interface TransactionsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  type: Fixed<'INCOMING' | 'OUTGOING'>;
  direction: Fixed<'CREDIT' | 'DEBIT'>;
  status: string;
  customer_id: Fixed<string | null>;
  platform_customer_id: Fixed<string | null>;
  quote_id: Fixed<string | null>;
  source: Fixed<JsonText>;
  destination: Fixed<JsonText>;
  source_account_id: Fixed<string | null>;
  destination_account_id: Fixed<string | null>;
  source_identifier: Fixed<string | null>;
  destination_identifier: Fixed<string | null>;
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
  remittance_information: Fixed<string | null>;
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
  sequence: number;
  due_at: Instant | null;
  due_action: string | null;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

interface LedgerEntriesTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  kind: Fixed<string>;
  subject_id: Fixed<string>;
  created_at: Fixed<Instant>;
}

interface LedgerPostingsTable {
  tenant: Fixed<number>;
  entry_id: Fixed<string>;
  line: Fixed<number>;
  account: Fixed<string>;
  currency: Fixed<string>;
  amount_minor: Fixed<bigint>;
}

interface EventsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  type: Fixed<string>;
  resource_id: Fixed<string>;
  sequence: Fixed<number>;
  payload: Fixed<string>;
  created_at: Fixed<Instant>;
}

interface DeliveriesTable {
  tenant: Fixed<number>;
  event_id: Fixed<string>;
  type: Fixed<string>;
  resource_id: Fixed<string>;
  sequence: Fixed<number>;
  status: string;
  attempts: number;
  due_at: Instant | null;
  leased_until: Instant | null;
  created_at: Fixed<Instant>;
}

interface DeliveryAttemptsTable {
  tenant: Fixed<number>;
  event_id: Fixed<string>;
  attempt: Fixed<number>;
  started_at: Fixed<Instant>;
  duration_ms: Fixed<number>;
  endpoint: Fixed<string>;
  status_code: Fixed<number | null>;
  error: Fixed<string | null>;
}

interface IdempotencyKeysTable {
  tenant: Fixed<number>;
  key_hash: Fixed<string>;
  fingerprint: Fixed<string>;
  status: Fixed<number>;
  body: Fixed<string>;
  created_at: Fixed<Instant>;
  expires_at: Fixed<Instant>;
}

interface ClockSettingsTable {
  id: Fixed<number>;
  anchored_at_real: string;
  anchored_at: string;
  scale: number;
}

/** The tables as Kysely sees them; migrations/ is where they are made. */
export interface Schema {
  platforms: PlatformsTable;
  platform_currencies: PlatformCurrenciesTable;
  fee_configs: FeeConfigsTable;
  webhook_keys: WebhookKeysTable;
  tokens: TokensTable;
  customers: CustomersTable;
  internal_accounts: InternalAccountsTable;
  external_accounts: ExternalAccountsTable;
  quotes: QuotesTable;
  transactions: TransactionsTable;
  ledger_entries: LedgerEntriesTable;
  ledger_postings: LedgerPostingsTable;
  events: EventsTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  idempotency_keys: IdempotencyKeysTable;
  clock_settings: ClockSettingsTable;
}

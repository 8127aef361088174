import type { Schema, Stored } from '../../ground/database/schema.ts';

/** Tables whose rows belong to platforms. */
export type TenantTable = {
  [T in keyof Schema]: Stored<T> extends { readonly tenant: number } ? T : never;
}[keyof Schema];

interface TableRule<T extends TenantTable> {
  /** The other columns of the key: they identify a row of one tenant. */
  readonly key: readonly (keyof Stored<T> & string)[];
  /** Whether a copy of the tenant gets its rows. Secrets, and rows that the copy creates itself, are left out. */
  readonly isCopied: boolean;
  /** Whether its rows stay when the data of the tenant is reset. */
  readonly isKept: boolean;
}

function data<T extends TenantTable>(...key: TableRule<T>['key']): TableRule<T> {
  return { key, isCopied: true, isKept: false };
}

/** Rows that give access, or that are valid for one tenant only. */
function secret<T extends TenantTable>(...key: TableRule<T>['key']): TableRule<T> {
  return { key, isCopied: false, isKept: false };
}

function setting<T extends TenantTable>(...key: TableRule<T>['key']): TableRule<T> {
  return { key, isCopied: true, isKept: true };
}

/** Rows that identify the tenant: a copy has its own. */
function identity<T extends TenantTable>(...key: TableRule<T>['key']): TableRule<T> {
  return { key, isCopied: false, isKept: true };
}

/** What happens to each table with rows of tenants. A missing table does not compile. */
export const tenantTables: { readonly [T in TenantTable]: TableRule<T> } = {
  account_entries: data('account_id', 'created_at', 'sequence'),
  agent_actions: data('id'),
  agent_device_codes: secret('code_digest'),
  agents: data('id'),
  authentication_locks: data('customer_id'),
  authenticator_apps: data('customer_id'),
  beneficial_owners: data('id'),
  bulk_import_errors: data('job_id', 'line'),
  bulk_import_jobs: data('id'),
  card_funding_sources: data('id'),
  card_passwords: data('card_id'),
  card_pulls: data('id'),
  card_reveals: secret('key_hash'),
  card_steps: data('id'),
  card_transactions: data('id'),
  cards: data('id'),
  clocks: secret(),
  contact_codes: secret('customer_id', 'channel'),
  conversions_before: data('transaction_id'),
  customers: data('id'),
  delegated_keys: data('id'),
  deliveries: data('event_id'),
  delivery_attempts: data('event_id', 'attempt'),
  deposits: data('id'),
  documents: data('id'),
  events: data('id'),
  external_accounts: data('id'),
  factor_enrollments: data('customer_id', 'factor'),
  factor_resets: data('id'),
  fee_configs: setting('fee_type', 'source_currency'),
  fees_advanced_before: data('transaction_id'),
  former_uma_domains: secret('domain'),
  hosted_pages: secret('token_hash'),
  idempotency_keys: secret('key_hash'),
  internal_accounts: data('id'),
  invitation_settings: setting(),
  invitations: data('id'),
  kept_events: data(),
  ledger_entries: data('id'),
  ledger_postings: data('entry_id', 'line'),
  login_sessions: data('id'),
  outgoing_messages: data('id'),
  ownership_challenges: data('external_account_id'),
  passkeys: data('customer_id'),
  payment_decisions: data('transaction_id'),
  platform_currencies: setting('currency'),
  platform_tokens: data('code'),
  platforms: secret(),
  quotes: data('id'),
  realtime_fundings: data('transaction_id'),
  receiver_lookups: data('id'),
  recovery_codes: data('customer_id', 'code_digest'),
  refunds: data('id'),
  removed_tenants: secret(),
  request_batches: secret('id'),
  request_exchanges: secret('id'),
  request_marks: secret('mark', 'batch_id'),
  request_resources: secret('resource_id', 'request_id'),
  requests: secret('id'),
  sandbox_invoices: data('payment_hash'),
  sandbox_worlds: identity('id'),
  sca_challenges: data('id'),
  signed_requests: data('id'),
  stablecoin_addresses: data('link_id', 'account_id', 'role'),
  stablecoin_operations: data('id'),
  stablecoin_provider_accounts: data('id'),
  stablecoins: data('id'),
  timers: data('kind', 'id'),
  tokens: identity('id'),
  transactions: data('id'),
  troubled_work: data('kind', 'id'),
  uma_keys: identity('generation'),
  uma_nonces: secret('domain', 'nonce'),
  uma_payments: data('transaction_id'),
  uma_requests: data('id'),
  verifications: data('id'),
  wallet_codes: secret('credential_id'),
  wallet_credentials: data('id'),
  wallet_sessions: data('id'),
  wallets: data('account_id'),
  webhook_keys: identity('id'),
};

/** Tables that are removed first: those that give outsiders access, and those of automatic work. */
export const firstRemoved = [
  'timers',
  'tokens',
  'hosted_pages',
  'card_reveals',
  'agent_device_codes',
  'invitations',
  'outgoing_messages',
  'deliveries',
] as const satisfies readonly TenantTable[];

/** Tables that record the removal itself, and go last. */
const lastRemoved: ReadonlySet<TenantTable> = new Set<TenantTable>(['platforms', 'removed_tenants']);

export const tenantTableNames = Object.keys(tenantTables) as readonly TenantTable[];

/** All tables but the last ones, the first ones again. The order does not matter: rows have no foreign keys. */
export const thenRemoved: readonly TenantTable[] = tenantTableNames.filter((table) => !lastRemoved.has(table));

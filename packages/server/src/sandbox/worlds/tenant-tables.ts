import type { Schema, Stored } from '../../ground/database/schema.ts';

/** Tables whose rows belong to platforms. */
export type TenantTable = {
  [T in keyof Schema]: Stored<T> extends { readonly tenant: number } ? T : never;
}[keyof Schema];

/** The columns that tell the rows of one tenant apart. */
type Keys = { readonly [T in TenantTable]: readonly (keyof Stored<T> & string)[] };

/** Every table with rows of tenants, by which they are removed batch by batch. One that is missing does not compile. */
export const tenantTables: Keys = {
  account_entries: ['account_id', 'created_at', 'sequence'],
  agent_actions: ['id'],
  agent_device_codes: ['code_digest'],
  agents: ['id'],
  authentication_locks: ['customer_id'],
  authenticator_apps: ['customer_id'],
  beneficial_owners: ['id'],
  bulk_import_errors: ['job_id', 'line'],
  bulk_import_jobs: ['id'],
  card_funding_sources: ['id'],
  card_passwords: ['card_id'],
  card_pulls: ['id'],
  card_reveals: ['key_hash'],
  card_steps: ['id'],
  card_transactions: ['id'],
  cards: ['id'],
  clocks: [],
  contact_codes: ['customer_id', 'channel'],
  conversions_before: ['transaction_id'],
  customers: ['id'],
  delegated_keys: ['id'],
  deliveries: ['event_id'],
  delivery_attempts: ['event_id', 'attempt'],
  deposits: ['id'],
  documents: ['id'],
  events: ['id'],
  external_accounts: ['id'],
  factor_enrollments: ['customer_id', 'factor'],
  factor_resets: ['id'],
  fee_configs: ['fee_type', 'source_currency'],
  hosted_pages: ['token_hash'],
  idempotency_keys: ['key_hash'],
  internal_accounts: ['id'],
  invitation_settings: [],
  invitations: ['id'],
  ledger_entries: ['id'],
  ledger_postings: ['entry_id', 'line'],
  login_sessions: ['id'],
  outgoing_messages: ['id'],
  ownership_challenges: ['external_account_id'],
  passkeys: ['customer_id'],
  payment_decisions: ['transaction_id'],
  platform_currencies: ['currency'],
  platform_tokens: ['code'],
  platforms: [],
  quotes: ['id'],
  realtime_fundings: ['transaction_id'],
  receiver_lookups: ['id'],
  recovery_codes: ['customer_id', 'code_digest'],
  refunds: ['id'],
  removed_tenants: [],
  sandbox_invoices: ['payment_hash'],
  sandbox_worlds: ['id'],
  sca_challenges: ['id'],
  signed_requests: ['id'],
  stablecoin_addresses: ['link_id', 'account_id', 'role'],
  stablecoin_operations: ['id'],
  stablecoin_provider_accounts: ['id'],
  stablecoins: ['id'],
  timers: ['kind', 'id'],
  tokens: ['id'],
  transactions: ['id'],
  troubled_work: ['kind', 'id'],
  uma_keys: ['generation'],
  uma_nonces: ['domain', 'nonce'],
  uma_payments: ['transaction_id'],
  uma_requests: ['id'],
  verifications: ['id'],
  wallet_codes: ['credential_id'],
  wallet_credentials: ['id'],
  wallet_sessions: ['id'],
  wallets: ['account_id'],
  webhook_keys: ['id'],
};

/** Those that go first: what somebody outside could come in by, and what happens by itself. */
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

/** What says that a tenant is being removed, and goes last. */
const lastRemoved: ReadonlySet<TenantTable> = new Set<TenantTable>(['platforms', 'removed_tenants']);

/** All others after them, in any order: no row points to another one that a database would miss. */
export const thenRemoved: readonly TenantTable[] = (Object.keys(tenantTables) as TenantTable[]).filter(
  (table) => !lastRemoved.has(table),
);

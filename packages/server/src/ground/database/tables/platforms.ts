import type { Instant } from '../../clock/instant.ts';
import type { Fixed, JsonText } from '../column-types.ts';

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
  sca_config: JsonText | null;
  consent_evidence: JsonText | null;
  launch_approved_at: Instant | null;
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

export interface PlatformTables {
  platforms: PlatformsTable;
  platform_currencies: PlatformCurrenciesTable;
  fee_configs: FeeConfigsTable;
  tokens: TokensTable;
}

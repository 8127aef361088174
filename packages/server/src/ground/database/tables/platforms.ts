import type {
  CounterpartyFieldDefinition,
  FeeType,
  Permission,
  PlatformConfig,
  PlatformCurrencyConfig,
  ScaConfig,
} from '@payments-platform/types';
import type { ConsentEvidence } from '../../../platform/production-approval/production-approval.ts';
import type { Instant } from '../../clock/instant.ts';
import type { JsonText } from '../../json/json-text.ts';
import type { CurrencyCode } from '../../money/currency.ts';
import type { Fixed } from '../column-types.ts';

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
  embedded_wallet_config: JsonText<NonNullable<PlatformConfig['embeddedWalletConfig']>> | null;
  card_tokenization_config: JsonText<NonNullable<PlatformConfig['cardTokenization2faConfig']>> | null;
  sca_config: JsonText<ScaConfig> | null;
  consent_evidence: JsonText<ConsentEvidence> | null;
  launch_approved_at: Instant | null;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

interface PlatformCurrenciesTable {
  tenant: Fixed<number>;
  currency: Fixed<CurrencyCode>;
  position: number;
  minimum_minor: bigint;
  maximum_minor: bigint;
  required_counterparty_fields: JsonText<readonly CounterpartyFieldDefinition[]>;
  enabled_transaction_types: JsonText<NonNullable<PlatformCurrencyConfig['enabledTransactionTypes']>>;
}

interface FeeConfigsTable {
  tenant: Fixed<number>;
  fee_type: Fixed<FeeType>;
  source_currency: Fixed<CurrencyCode>;
  variable_fee_bps: number;
  fixed_fee_minor: bigint;
}

interface TokensTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  name: string;
  permissions: JsonText<readonly Permission[]>;
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

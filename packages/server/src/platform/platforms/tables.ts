import type { PlatformConfig, ScaConfig } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { ConsentEvidence } from '../production-approval/production-approval.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    former_uma_domains: FormerUmaDomainsTable;
    platforms: PlatformsTable;
    tenant_numbers: TenantNumbersTable;
  }
}

/** One row: the last assigned tenant number. */
interface TenantNumbersTable {
  id: Fixed<number>;
  last_given: number;
}

/** Domains that a platform used before: its customers keep their addresses there. */
interface FormerUmaDomainsTable {
  tenant: Fixed<number>;
  domain: Fixed<string>;
  left_at: Instant;
  /** The first use in real time; `null` if it was before this was recorded. */
  used_from: Instant | null;
}

interface PlatformsTable {
  tenant: Fixed<number>;
  platform_id: Fixed<string>;
  environment: Fixed<'SANDBOX' | 'PRODUCTION'>;
  config_id: Fixed<string>;
  is_regulated: number;
  skips_verification_paperwork: number;
  uma_domain: string;
  /** The first use of the domain in real time; `null` if it was before this was recorded. */
  uma_domain_since: Instant | null;
  proxy_uma_subdomain: string;
  webhook_endpoint: string | null;
  embedded_wallet_config: JsonText<NonNullable<PlatformConfig['embeddedWalletConfig']>> | null;
  card_tokenization_config: JsonText<NonNullable<PlatformConfig['cardTokenization2faConfig']>> | null;
  sca_config: JsonText<ScaConfig> | null;
  consent_evidence: JsonText<ConsentEvidence> | null;
  launch_approved_at: Instant | null;
  created_at: Fixed<Instant>;
  updated_at: Instant;
  /** Whether another platform created it, as a world of its sandbox. */
  is_world: Fixed<number>;
}

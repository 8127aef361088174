import type { StablecoinProvider, StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    stablecoin_provider_accounts: StablecoinProviderAccountsTable;
  }
}

interface StablecoinProviderAccountsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  provider: Fixed<StablecoinProvider>;
  /** The provider's id for the account. */
  provider_account_id: Fixed<string>;
  /** Both sealed. */
  api_client_id: string;
  api_client_secret: string;
  status: StateOf<'stablecoin-provider-account'>;
  last_verified_at: Instant;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

/** The link to an account at a provider, as it is stored. */
export type ProviderAccountRow = Stored<'stablecoin_provider_accounts'>;

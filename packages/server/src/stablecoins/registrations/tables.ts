import type { StablecoinNetwork, StablecoinProvider, StateOf } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { ListedCurrency, TokenCode } from '../../ground/money/currency.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    stablecoins: StablecoinsTable;
  }
}

interface StablecoinsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  /** The link to the provider account over which it is minted and burned. */
  link_id: Fixed<string>;
  provider: Fixed<StablecoinProvider>;
  provider_token_identifier: Fixed<string>;
  network: Fixed<StablecoinNetwork>;
  network_token_identifier: Fixed<string>;
  name: Fixed<string>;
  symbol: Fixed<string>;
  base_currency: Fixed<ListedCurrency>;
  decimals: Fixed<number>;
  issuance_status: StateOf<'stablecoin-issuance'>;
  service_operations_status: StateOf<'stablecoin-service-operations'>;
  enablement_requested_at: Instant | null;
  /** The code under which accounts hold it. It is assigned once and never changes. */
  currency: TokenCode | null;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

/** A token that a platform has registered, as it is stored. */
export type StablecoinRow = Stored<'stablecoins'>;

import type {
  StablecoinOperationSource,
  StablecoinOperationType,
  StablecoinPayoutRail,
  StateOf,
} from '@payments-platform/types';
import type { AccountToLink, TokenFailure } from '../../engines/stablecoin-provider/token-operations.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    stablecoin_operations: StablecoinOperationsTable;
    stablecoin_addresses: StablecoinAddressesTable;
  }
}

interface StablecoinOperationsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  stablecoin_id: Fixed<string>;
  link_id: Fixed<string>;
  operation_type: Fixed<StablecoinOperationType>;
  status: StateOf<'stablecoin-operation'>;
  /** Tokens in their smallest unit, as digits, because the number may exceed an integer column. */
  amount: Fixed<string>;
  /** The value of the tokens in money. */
  money_minor: Fixed<bigint>;
  currency: Fixed<CurrencyCode>;
  source_type: Fixed<StablecoinOperationSource['type']>;
  /** The account that is debited, external or internal. */
  source_account_id: Fixed<string | null>;
  /** The provider's ids for the external accounts. */
  debited_address_id: Fixed<string | null>;
  destination_account_id: Fixed<string>;
  paid_address_id: Fixed<string>;
  rail: Fixed<StablecoinPayoutRail | null>;
  funding_instructions: JsonText<Readonly<Record<string, string>>> | null;
  expires_at: Instant | null;
  funded_at: Instant | null;
  provider_status: string | null;
  failure_reason: TokenFailure | null;
  description: Fixed<string | null>;
  /** The hash of the `Idempotency-Key` of the request, and the fingerprint of its content. */
  request_key: string | null;
  request_fingerprint: Fixed<string | null>;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

interface StablecoinAddressesTable {
  tenant: Fixed<number>;
  link_id: Fixed<string>;
  account_id: Fixed<string>;
  role: Fixed<AccountToLink['role']>;
  address_id: Fixed<string>;
  created_at: Fixed<Instant>;
}

/** A mint or burn, as it is stored. */
export type StablecoinOperationRow = Stored<'stablecoin_operations'>;

/** The provider's id for an account, as it is stored. */
export type StablecoinAddressRow = Stored<'stablecoin_addresses'>;

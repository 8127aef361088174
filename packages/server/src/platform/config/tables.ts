import type { CounterpartyFieldDefinition, FeeType, PlatformCurrencyConfig } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { CurrencyCode, CurrencyView, TokenCode } from '../../ground/money/currency.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    platform_currencies: PlatformCurrenciesTable;
    platform_tokens: PlatformTokensTable;
    fee_configs: FeeConfigsTable;
  }
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

/** One supported currency of a platform as it is stored. */
export type PlatformCurrencyRow = Stored<'platform_currencies'>;

/** One standing platform fee as it is stored; if both parts are 0, it is switched off. */
export type FeeConfigRow = Stored<'fee_configs'>;

interface PlatformTokensTable {
  tenant: Fixed<number>;
  code: Fixed<TokenCode>;
  description: Fixed<JsonText<CurrencyView>>;
  is_enabled: number;
  created_at: Fixed<Instant>;
  updated_at: Instant;
}

/** A token that is, or was, a currency of one platform. */
export type PlatformTokenRow = Stored<'platform_tokens'>;

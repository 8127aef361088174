import type { PartyInformation } from '../../engines/uma/uma-network.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { SealedJson } from '../../ground/sealing/sealed-json.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    uma_requests: UmaRequestsTable;
  }
}

/** A pay request of another provider whose invoice is not paid yet. */
interface UmaRequestsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  invoice: Fixed<string>;
  customer_id: Fixed<string>;
  /** The paying UMA address. */
  sender: Fixed<string>;
  sealed_payer: Fixed<SealedJson<PartyInformation>>;
  currency: Fixed<CurrencyCode>;
  amount_minor: Fixed<bigint>;
  callback_key: Fixed<string>;
  utxo_callback: Fixed<string | null>;
  created_at: Fixed<Instant>;
}

export type UmaRequestRow = Stored<'uma_requests'>;

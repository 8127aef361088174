import type { CounterpartyFieldDefinition } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    receiver_lookups: ReceiverLookupsTable;
  }
}

interface ReceiverLookupsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  /** A UMA address in lower case, or the id of an external account. */
  receiver: Fixed<string>;
  /** The customer with this UMA address; `null` for other receivers, and on older lookups. */
  receiver_customer_id: Fixed<string | null>;
  /** `null` for the platform itself. */
  sender_customer_id: Fixed<string | null>;
  currencies: Fixed<JsonText<readonly StoredCurrency[]>>;
  required_fields: Fixed<JsonText<readonly CounterpartyFieldDefinition[]>>;
  created_at: Fixed<Instant>;
  expires_at: Fixed<Instant>;
}

/** A lookup as it is stored. */
export type LookupRow = Stored<'receiver_lookups'>;

interface StoredCurrency {
  readonly currency: CurrencyCode;
  /** Decimal digits, since JSON numbers cannot hold every amount. */
  readonly min: string;
  readonly max: string;
}

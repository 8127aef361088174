import type { CounterpartyFieldDefinition } from '@payments-platform/types';
import type { StoredCurrency } from '../../../payments/receivers/lookup-row.ts';
import type { Instant } from '../../clock/instant.ts';
import type { JsonText } from '../../json/json-text.ts';
import type { Fixed } from '../column-types.ts';

interface ReceiverLookupsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  /** A UMA address in lower case, or the id of an external account. */
  receiver: Fixed<string>;
  /** The platform itself where it is null. */
  sender_customer_id: Fixed<string | null>;
  currencies: Fixed<JsonText<readonly StoredCurrency[]>>;
  required_fields: Fixed<JsonText<readonly CounterpartyFieldDefinition[]>>;
  created_at: Fixed<Instant>;
  expires_at: Fixed<Instant>;
}

export interface ReceiverTables {
  receiver_lookups: ReceiverLookupsTable;
}

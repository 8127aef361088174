import type { CounterpartyFieldDefinition } from '@payments-platform/types';
import type { ReceivableCurrency } from '../../engines/uma/uma-network.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { LookupRow } from './tables.ts';

/** What a quote needs of a lookup. */
export interface Lookup {
  readonly receiver: string;
  /** The customer of the platform who had the address then; `null` for an address of another provider. */
  readonly receiverCustomerId: string | null;
  readonly senderCustomerId: string | null;
  readonly currencies: readonly ReceivableCurrency[];
  /** The fields that the receiver's side requests about the sender, on file or not. */
  readonly requestedPayerFields: readonly CounterpartyFieldDefinition[];
}

interface Key {
  readonly tenant: number;
  readonly id: string;
  readonly now: Instant;
}

const find = statement<Key, LookupRow>('findLookup', (db, { tenant, id, now }) =>
  db
    .selectFrom('receiver_lookups')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('expires_at', '>', now),
);

/** A lookup that a quote may refer to; `undefined` if there is none or it has expired. */
export async function findLookup(unit: Unit, key: Key): Promise<Lookup | undefined> {
  const row = await unit.first(find, key);
  if (row === undefined) return undefined;
  return {
    receiver: row.receiver,
    receiverCustomerId: row.receiver_customer_id,
    senderCustomerId: row.sender_customer_id,
    currencies: readJson(row.currencies).map(({ currency, min, max }) => ({
      currency,
      minMinor: BigInt(min),
      maxMinor: BigInt(max),
    })),
    requestedPayerFields: readJson(row.required_fields),
  };
}

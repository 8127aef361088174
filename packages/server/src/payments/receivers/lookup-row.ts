import type { CounterpartyFieldDefinition } from '@payments-platform/types';
import type { Selectable } from 'kysely';
import type { ReceivableCurrency } from '../../engines/uma/uma-network.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { readJson, writeJson } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

/** A lookup as it is stored. */
export type LookupRow = Selectable<Schema['receiver_lookups']>;

/** What a quote needs to know of a lookup. */
export interface Lookup {
  readonly id: string;
  readonly receiver: string;
  readonly senderCustomerId: string | null;
  readonly currencies: readonly ReceivableCurrency[];
  /** What the receiver's side wants to know about the sender, on file or not. */
  readonly wantedOfPayer: readonly CounterpartyFieldDefinition[];
}

export interface StoredCurrency {
  readonly currency: CurrencyCode;
  /** Decimal digits, since JSON numbers do not hold every amount. */
  readonly min: string;
  readonly max: string;
}

export function storedCurrencies(currencies: readonly ReceivableCurrency[]): LookupRow['currencies'] {
  return writeJson(
    currencies.map(({ currency, minMinor, maxMinor }) => ({
      currency,
      min: minMinor.toString(),
      max: maxMinor.toString(),
    })),
  );
}

export function readLookup(row: LookupRow): Lookup {
  return {
    id: row.id,
    receiver: row.receiver,
    senderCustomerId: row.sender_customer_id,
    currencies: readJson(row.currencies).map(({ currency, min, max }) => ({
      currency,
      minMinor: BigInt(min),
      maxMinor: BigInt(max),
    })),
    wantedOfPayer: readJson(row.required_fields),
  };
}

import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { ContactChannel } from '../customers/contact-channels.ts';

export type ContactCodeRow = Selectable<Schema['contact_codes']>;

interface Key {
  readonly tenant: number;
  readonly customerId: string;
  readonly channel: ContactChannel;
}

const find = statement<Key, ContactCodeRow>('findContactCode', (db, { tenant, customerId, channel }) =>
  db
    .selectFrom('contact_codes')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('channel', '=', channel),
);

/** The caller has locked the customer, so no other unit changes the codes meanwhile. */
export function findContactCode(unit: Unit, key: Key): Promise<ContactCodeRow | undefined> {
  return unit.first(find, key);
}

export function saveContactCode(unit: Unit, row: ContactCodeRow): void {
  unit.upsert('contact_codes', ['tenant', 'customer_id', 'channel'], row);
}

const remove = statement<Key, never>('removeContactCode', (db, { tenant, customerId, channel }) =>
  db
    .updateTable('contact_codes')
    .set({ code_digest: '' })
    .where('tenant', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('channel', '=', channel),
);

/** A code is used once; the count of the hour stays. */
export function voidContactCode(unit: Unit, key: Key): void {
  unit.write(remove, key);
}

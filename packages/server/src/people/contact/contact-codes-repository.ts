import type { Stored } from '../../ground/database/schema.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';

export type ContactCodeRow = Stored<'contact_codes'>;
type Key = Pick<ContactCodeRow, 'tenant' | 'customer_id' | 'channel'>;

const codes = table('contact_codes');
const find = codes.find('customer_id', 'channel');

/** The caller has locked the customer, so no other unit changes the codes. */
export function findContactCode(unit: Unit, key: Key): Promise<ContactCodeRow | undefined> {
  return unit.first(find, key);
}

export function saveContactCode(unit: Unit, row: ContactCodeRow): void {
  unit.upsert('contact_codes', ['tenant', 'customer_id', 'channel'], row);
}

const remove = codes.update(['code_digest'], 'customer_id', 'channel');

/** A code can be used once; the hourly count stays. */
export function voidContactCode(unit: Unit, key: Key): void {
  unit.write(remove, { ...key, code_digest: '' });
}

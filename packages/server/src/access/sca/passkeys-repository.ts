import type { Selectable } from 'kysely';
import { UniqueViolation } from '../../ground/database/database.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';

/** The passkey of a customer as it is stored. */
export type PasskeyRow = Selectable<Schema['passkeys']>;

const passkeys = table('passkeys');
const find = passkeys.find('customer_id');

export function findPasskey(unit: Unit, tenant: number, customerId: string): Promise<PasskeyRow | undefined> {
  return unit.first(find, { tenant, customer_id: customerId });
}

/** A credential belongs to one customer only. */
export async function insertUnlessKnown(unit: Unit, row: PasskeyRow): Promise<'INSERTED' | 'KNOWN'> {
  try {
    await unit.insertNow('passkeys', row);
    return 'INSERTED';
  } catch (error) {
    if (error instanceof UniqueViolation && /passkeys_credential|credential_id/.test(error.rule)) return 'KNOWN';
    throw error;
  }
}

const count = passkeys.update(['sign_count'], 'customer_id');

export function saveSignCount(unit: Unit, passkey: PasskeyRow, signCount: number): void {
  unit.write(count, { ...passkey, sign_count: signCount });
}

const removeAny = passkeys.delete('customer_id');

/** Removes the passkey of a customer who has lost the device, whatever its credential id. */
export function removeLostPasskey(unit: Unit, tenant: number, customerId: string): void {
  unit.write(removeAny, { tenant, customer_id: customerId });
}

const remove = passkeys.delete('customer_id', 'credential_id');

/** Returns whether the customer had this passkey. */
export async function removePasskey(
  unit: Unit,
  tenant: number,
  customerId: string,
  credentialId: string,
): Promise<boolean> {
  return (await unit.run(remove, { tenant, customer_id: customerId, credential_id: credentialId })) === 1;
}

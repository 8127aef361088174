import type { Selectable } from 'kysely';
import { UniqueViolation } from '../../ground/database/database.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

/** The passkey of a customer as it is stored. */
export type PasskeyRow = Selectable<Schema['passkeys']>;

interface Key {
  readonly tenant: number;
  readonly customerId: string;
}

const find = statement<Key, PasskeyRow>('findPasskey', (db, { tenant, customerId }) =>
  db.selectFrom('passkeys').selectAll().where('tenant', '=', tenant).where('customer_id', '=', customerId),
);

export function findPasskey(unit: Unit, tenant: number, customerId: string): Promise<PasskeyRow | undefined> {
  return unit.first(find, { tenant, customerId });
}

/** One credential belongs to one customer, wherever it was made. */
export async function insertUnlessKnown(unit: Unit, row: PasskeyRow): Promise<'INSERTED' | 'KNOWN'> {
  try {
    await unit.insertNow('passkeys', row);
    return 'INSERTED';
  } catch (error) {
    if (error instanceof UniqueViolation && /passkeys_credential|credential_id/.test(error.rule)) return 'KNOWN';
    throw error;
  }
}

const count = statement<Key & { readonly signCount: number }, never>(
  'countPasskeyUse',
  (db, { tenant, customerId, signCount }) =>
    db
      .updateTable('passkeys')
      .set({ sign_count: signCount })
      .where('tenant', '=', tenant)
      .where('customer_id', '=', customerId),
);

export function saveSignCount(unit: Unit, { tenant, customer_id: customerId }: PasskeyRow, signCount: number): void {
  unit.write(count, { tenant, customerId, signCount });
}

const removeAny = statement<Key, never>('removeAnyPasskey', (db, { tenant, customerId }) =>
  db.deleteFrom('passkeys').where('tenant', '=', tenant).where('customer_id', '=', customerId),
);

/** The customer has lost the device, whatever its passkey was called. */
export function removeLostPasskey(unit: Unit, tenant: number, customerId: string): void {
  unit.write(removeAny, { tenant, customerId });
}

const remove = statement<Key & { readonly credentialId: string }, never>(
  'removePasskey',
  (db, { tenant, customerId, credentialId }) =>
    db
      .deleteFrom('passkeys')
      .where('tenant', '=', tenant)
      .where('customer_id', '=', customerId)
      .where('credential_id', '=', credentialId),
);

/** Returns whether the customer had this passkey. */
export async function removePasskey(
  unit: Unit,
  tenant: number,
  customerId: string,
  credentialId: string,
): Promise<boolean> {
  return (await unit.run(remove, { tenant, customerId, credentialId })) === 1;
}

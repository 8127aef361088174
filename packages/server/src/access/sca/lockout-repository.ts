import type { Selectable } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';

/** The failed attempts of a customer and the resulting lock, as stored. */
export type LockoutRow = Selectable<Schema['authentication_locks']>;

interface Key {
  readonly tenant: number;
  readonly customerId: string;
}

const take = statement<Key & { readonly status: LockoutRow['status']; readonly now: Instant }, LockoutRow>(
  'takeAuthenticationLock',
  (db, { tenant, customerId, status, now }) =>
    db
      .insertInto('authentication_locks')
      .values({
        tenant,
        customer_id: customerId,
        status,
        failed_attempts: 0,
        locked_until: null,
        recent_attempts: 0,
        recent_since: now,
      })
      // The update changes nothing: it locks the row until the unit ends.
      .onConflict((conflict) =>
        conflict
          .columns(['tenant', 'customer_id'])
          .doUpdateSet(({ ref }) => ({ recent_since: ref('authentication_locks.recent_since') })),
      )
      .returningAll(),
);

/** Locks the row of a customer and inserts it if it does not exist. Other units wait until this unit ends. */
export async function lockLockoutRow(
  unit: Unit,
  key: Key & { readonly status: LockoutRow['status']; readonly now: Instant },
): Promise<LockoutRow> {
  const row = await unit.first(take, key);
  if (row === undefined) throw new Error(`the lock of ${key.customerId} cannot be locked`);
  return row;
}

const save = table('authentication_locks').update(
  ['status', 'failed_attempts', 'locked_until', 'recent_attempts', 'recent_since'],
  'customer_id',
);

export function saveLockoutRow(unit: Unit, row: LockoutRow): void {
  unit.write(save, row);
}

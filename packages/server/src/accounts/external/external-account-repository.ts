import type { Instant } from '../../ground/clock/instant.ts';
import { takeAdvisoryLock } from '../../ground/database/advisory-lock.ts';
import { UniqueViolation } from '../../ground/database/database.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { ExternalAccountRow } from './tables.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

const findStored = table('external_accounts').find('id');

/** Also finds deleted accounts. */
export function findStoredAccount(unit: Unit, tenant: number, id: string): Promise<ExternalAccountRow | undefined> {
  return unit.first(findStored, { tenant, id });
}

/** The kind of the timers that say when to poll an account's bank for its validation. */
export const validationTimers = 'external_accounts';

const move = table('external_accounts').update(['status', 'sequence', 'updated_at'], 'id');

export function writeMove(unit: Unit, row: ExternalAccountRow): void {
  unit.write(move, row);
}

interface Fingerprint {
  readonly tenant: number;
  readonly fingerprint: string;
}

const findEquivalent = statement<Fingerprint, { id: string }>('findEquivalentAccount', (db, { tenant, fingerprint }) =>
  db
    .selectFrom('external_accounts')
    .select('id')
    .where('tenant', '=', tenant)
    .where('fingerprint', '=', fingerprint)
    .where('deleted_at', 'is', null),
);

type Insertion =
  | { readonly outcome: 'INSERTED' }
  /** The id is unknown where two inserts ran at the same time. */
  | { readonly outcome: 'EQUIVALENT'; readonly id?: string };

/**
 * Inserts the account unless its owner has an equivalent one. The query avoids a failed statement; the unique index
 * `external_accounts_equivalent` decides between concurrent inserts.
 */
export async function insertUnlessEquivalent(unit: Unit, row: ExternalAccountRow): Promise<Insertion> {
  const equivalent = await unit.first(findEquivalent, row);
  if (equivalent !== undefined) return { outcome: 'EQUIVALENT', id: equivalent.id };
  try {
    await unit.insertNow('external_accounts', row);
    return { outcome: 'INSERTED' };
  } catch (error) {
    if (error instanceof UniqueViolation && /external_accounts_equivalent|fingerprint/.test(error.rule))
      return { outcome: 'EQUIVALENT' };
    throw error;
  }
}

interface DepositOwner {
  readonly tenant: number;
  /** `null` for the platform itself. */
  readonly customerId: string | null;
  readonly now: Instant;
}

const clearDefault = statement<DepositOwner, never>('clearDefaultDeposit', (db, { tenant, customerId, now }) =>
  db
    .updateTable('external_accounts')
    .set({ is_default_uma_deposit: 0, updated_at: now })
    .where('tenant', '=', tenant)
    .where('customer_id', 'is not distinct from', customerId)
    .where('is_default_uma_deposit', '=', 1),
);

/**
 * Clears an owner's default deposit account before a new one is inserted. Concurrent calls wait for each other, because
 * two inserts would not see each other.
 */
export async function clearDefaultDeposit(unit: Unit, owner: DepositOwner): Promise<void> {
  await takeAdvisoryLock(unit, `default-deposit ${owner.tenant} ${owner.customerId}`);
  await unit.run(clearDefault, owner);
}

const remove = statement<Key & { readonly now: Instant }, never>('deleteExternalAccount', (db, { tenant, id, now }) =>
  db
    .updateTable('external_accounts')
    .set({ deleted_at: now, updated_at: now, is_default_uma_deposit: 0 })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('trusted_at', 'is', null),
);

/**
 * Returns whether it deleted the account, which must exist and be untrusted. Of two concurrent deletions, one returns
 * `true`.
 */
export async function deleteAccountRow(unit: Unit, tenant: number, id: string, now: Instant): Promise<boolean> {
  return (await unit.run(remove, { tenant, id, now })) > 0;
}

interface Trust extends Key {
  readonly trustedAt: Instant | null;
}

const trust = statement<Trust, never>('saveTrust', (db, { tenant, id, trustedAt }) =>
  db
    .updateTable('external_accounts')
    .set({ trusted_at: trustedAt })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('deleted_at', 'is', null),
);

/**
 * Returns whether the account still existed. A trusted account cannot be deleted, and a deleted one cannot be trusted.
 */
export async function saveTrust(unit: Unit, parameters: Trust): Promise<boolean> {
  return (await unit.run(trust, parameters)) === 1;
}

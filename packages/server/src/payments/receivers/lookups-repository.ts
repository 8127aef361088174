import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { LookupRow } from './lookup-row.ts';

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

/** A lookup that has not run out. */
export function findLookupRow(unit: Unit, key: Key): Promise<LookupRow | undefined> {
  return unit.first(find, key);
}

export function insertLookup(unit: Unit, row: LookupRow): void {
  unit.insert('receiver_lookups', [row]);
}

const remove = statement<{ readonly until: Instant }, never>('deleteExpiredLookups', (db, { until }) =>
  db.deleteFrom('receiver_lookups').where('expires_at', '<=', until),
);

export function deleteExpiredLookups(unit: Unit, until: Instant): Promise<number> {
  return unit.run(remove, { until });
}

const firstExpiry = statement<Record<never, never>, { expires_at: Instant }>('nextLookupExpiry', (db) =>
  db.selectFrom('receiver_lookups').select('expires_at').orderBy('expires_at').limit(1),
);

export async function firstLookupExpiresAt(unit: Unit): Promise<Instant | undefined> {
  return (await unit.first(firstExpiry, {}))?.expires_at;
}

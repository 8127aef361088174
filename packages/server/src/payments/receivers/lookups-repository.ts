import type { SweepScope } from '../../engines/due-work/sweep.ts';
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

const removeOf = statement<SweepScope, never>('deleteExpiredLookupsOf', (db, { tenant, now }) =>
  db.deleteFrom('receiver_lookups').where('tenant', '=', tenant).where('expires_at', '<=', now),
);
const removeOthers = statement<SweepScope, never>('deleteExpiredLookups', (db, { now }) =>
  db
    .deleteFrom('receiver_lookups')
    .where('expires_at', '<=', now)
    .where('tenant', 'not in', (eb) => eb.selectFrom('clocks').select('tenant')),
);

export function deleteExpiredLookups(unit: Unit, scope: SweepScope): Promise<number> {
  return unit.run(scope.tenant === null ? removeOthers : removeOf, scope);
}

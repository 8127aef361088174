import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { WorldRow } from './tables.ts';

const worlds = table('sandbox_worlds');
const find = worlds.find('id');

export function findWorld(unit: Unit, tenant: number, id: string): Promise<WorldRow | undefined> {
  return unit.first(find, { tenant, id });
}

export function insertWorld(unit: Unit, row: WorldRow): void {
  unit.insert('sandbox_worlds', [row]);
}

const count = statement<{ readonly tenant: number; readonly most: number }, { readonly count: number | bigint }>(
  'countWorlds',
  (db, { tenant, most }) =>
    db
      .selectFrom((of) =>
        of.selectFrom('sandbox_worlds').select('id').where('tenant', '=', tenant).limit(most).as('some'),
      )
      .select(({ fn }) => fn.countAll<number | bigint>().as('count')),
);

/** The number of worlds of a platform, at most `most`. */
export async function countWorlds(unit: Unit, tenant: number, most: number): Promise<number> {
  return Number((await unit.first(count, { tenant, most }))?.count ?? 0);
}

const markDeleting = statement<{ readonly tenant: number; readonly id: string }, { readonly world: number }>(
  'markWorldDeleting',
  (db, { tenant, id }) =>
    db
      .updateTable('sandbox_worlds')
      .set({ status: 'DELETING' })
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .where('status', '=', 'READY')
      .returning('world'),
);

/** Returns the tenant of the world, unless it was already being deleted. */
export async function markWorldDeleting(unit: Unit, tenant: number, id: string): Promise<number | undefined> {
  return (await unit.first(markDeleting, { tenant, id }))?.world;
}

const listExpired = statement<{ readonly nowMs: number; readonly limit: number }, Pick<WorldRow, 'tenant' | 'id'>>(
  'listExpiredWorlds',
  (db, { nowMs, limit }) =>
    db
      .selectFrom('sandbox_worlds')
      .select(['tenant', 'id'])
      .where('status', '=', 'READY')
      .where('expires_ms', '<=', nowMs)
      .orderBy('expires_ms')
      .limit(limit),
);

/** Expired worlds of all platforms. */
export function listExpiredWorlds(
  unit: Unit,
  nowMs: number,
  limit: number,
): Promise<Pick<WorldRow, 'tenant' | 'id'>[]> {
  return unit.all(listExpired, { nowMs, limit });
}

const firstExpiry = statement<Record<never, never>, Pick<WorldRow, 'expires_ms'>>('firstExpiryOfWorlds', (db) =>
  db.selectFrom('sandbox_worlds').select('expires_ms').where('status', '=', 'READY').orderBy('expires_ms').limit(1),
);

/** When the first world expires. */
export async function findFirstExpiryMs(unit: Unit): Promise<number | undefined> {
  const row = await unit.first(firstExpiry, {});
  return row && Number(row.expires_ms);
}

const forget = statement<{ readonly world: number }, never>('forgetWorld', (db, { world }) =>
  db.deleteFrom('sandbox_worlds').where('world', '=', world),
);

/** Deletes the row of the world. */
export function forgetWorld(unit: Unit, world: number): void {
  unit.write(forget, { world });
}

const move = statement<{ readonly world: number; readonly to: number }, never>('moveWorld', (db, { world, to }) =>
  db.updateTable('sandbox_worlds').set({ world: to }).where('world', '=', world),
);

/** Moves the world to another tenant. */
export function moveWorld(unit: Unit, world: number, to: number): void {
  unit.write(move, { world, to });
}

const findSeed = statement<{ readonly world: number }, Pick<WorldRow, 'seed'>>('findSeedOfWorld', (db, { world }) =>
  db.selectFrom('sandbox_worlds').select('seed').where('world', '=', world),
);

/** The seed of a tenant that is a world with one. */
export async function findSeedOfWorld(unit: Unit, world: number): Promise<string | null> {
  return (await unit.first(findSeed, { world }))?.seed ?? null;
}

import { sql } from 'kysely';
import { migrations } from './migrate.ts';
import { type Engine, rawQuery, statement } from './statement.ts';
import type { Unit } from './unit.ts';

const readVersion = statement<Record<never, never>, { readonly version: number | bigint | null }>(
  'readSchemaVersion',
  (db) => rawQuery(sql<{ version: number | bigint | null }>`select max(version) as version from schema_migrations`, db),
);

/** The number of the last migration of the store. */
export async function schemaVersionOf(unit: Unit): Promise<number> {
  return Number((await unit.first(readVersion, {}))?.version ?? 0);
}

/** The number of the last migration of this release. */
export function newestSchemaVersion(engine: Engine): number {
  return migrations(engine).at(-1)?.version ?? 0;
}

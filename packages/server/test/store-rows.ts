import { sql } from 'kysely';
import type { Database } from '../src/ground/database/database.ts';
import { migrations } from '../src/ground/database/migrate.ts';
import type { Value } from '../src/ground/database/statement.ts';

/** Every table with data of platforms, as the migrations create them. */
function tenantTables(): string[] {
  const texts = migrations('sqlite').map(({ text }) => text);
  const made = texts.flatMap((text) => [...text.matchAll(/^CREATE TABLE (\w+) \(([^;]*)/gm)]);
  const dropped = new Set(texts.flatMap((text) => [...text.matchAll(/^DROP TABLE (\w+)/gm)].map(([, name]) => name)));
  const left = made.filter(([, name]) => !dropped.has(name));
  return left.filter(([, , columns = '']) => /^\s*tenant INTEGER/m.test(columns)).map(([, name = '']) => name);
}

/** All stored rows of some platforms, as one text per table. */
export async function rowsOf(database: Database, tenants: readonly number[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  await database.read(async (unit) => {
    for (const table of tenantTables()) {
      const rows = await unit.select((db) =>
        db
          .selectFrom(sql<Record<string, Value>>`${sql.table(table)}`.as('t'))
          .selectAll()
          .where(sql<boolean>`t.tenant in (${sql.join(tenants)})`),
      );
      const lines = rows.map((row) =>
        JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
      );
      texts.set(table, lines.sort().join('\n'));
    }
  });
  return texts;
}

/** The tables whose rows have changed. */
export function changedTables(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].filter(([table, text]) => before.get(table) !== text).map(([table]) => table);
}

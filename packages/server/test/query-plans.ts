import { sql } from 'kysely';
import { bindQuery, rawQuery } from '../src/ground/database/statement.ts';
import type { Unit } from '../src/ground/database/unit.ts';

/** What SQLite would do for the queries that are built for a request, step by step. None of them is run. */
export async function sqlitePlanOf(unit: Unit, build: (listening: Unit) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  await build({
    ...unit,
    engine: unit.engine,
    all: (statement, parameters) => unit.all(statement, parameters),
    select: async (query) => {
      texts.push(bindQuery(unit.engine, query).text);
      return [];
    },
  });
  const steps = await Promise.all(
    texts.map((text) => {
      const explain = sql.raw<{ detail: string }>(`explain query plan ${text}`);
      return unit.select<{ detail: string }>((db) => rawQuery(explain, db));
    }),
  );
  return steps.flat().map(({ detail }) => detail);
}

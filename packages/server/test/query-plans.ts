import { sql } from 'kysely';
import {
  type BoundStatement,
  bindQuery,
  declaredStatements,
  type Row,
  rawQuery,
  type Statement,
} from '../src/ground/database/statement.ts';
import type { Unit } from '../src/ground/database/unit.ts';

/**
 * SQLite's plan for the queries that are built for a request, step by step. They are run only if one of them depends
 * on the rows of another.
 */
export async function sqlitePlanOf(
  unit: Unit,
  build: (listening: Unit) => Promise<unknown>,
  { areRun = false } = {},
): Promise<string[]> {
  const texts: string[] = [];
  await build({
    ...unit,
    engine: unit.engine,
    all: (statement, parameters) => unit.all(statement, parameters),
    first: (statement, parameters) => unit.first(statement, parameters),
    select: async (query) => {
      texts.push(bindQuery(unit.engine, query).text);
      return areRun ? unit.select(query) : [];
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

/** A statement for the database itself, such as EXPLAIN. */
export function raw(text: string, values: BoundStatement['values'] = []): Statement<object, Row> {
  return { name: text, bind: () => ({ text, values }) };
}

/** The pages of PostgreSQL that a statement reads, by its name. */
export async function pagesRead(unit: Unit, name: string, parameters: object): Promise<number> {
  const found = declaredStatements().find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no statement ${name}`);
  const { text, values } = found.bind('postgres', parameters);
  const rows = await unit.all(raw(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values), {});
  const [, pages = ''] = /shared hit=(\d+)/.exec(rows.map((row) => String(row['QUERY PLAN'])).join('\n')) ?? [];
  return Number(pages);
}

/** PostgreSQL's plan for small tables if it uses an index wherever there is one. */
async function postgresPlanOf(unit: Unit, build: (listening: Unit) => Promise<unknown>): Promise<string[]> {
  for (const costly of ['seqscan', 'sort', 'hashjoin', 'mergejoin', 'bitmapscan', 'material'])
    await unit.run(raw(`SET LOCAL enable_${costly} = off`), {});
  const steps: string[] = [];
  await build({
    ...unit,
    engine: unit.engine,
    all: (statement, parameters) => unit.all(statement, parameters),
    first: (statement, parameters) => unit.first(statement, parameters),
    select: async (query) => {
      const { text, values } = bindQuery(unit.engine, query);
      const rows = await unit.all(raw(`EXPLAIN ${text}`, values), {});
      steps.push(...rows.map((row) => String(row['QUERY PLAN'])));
      return [];
    },
  });
  return steps;
}

/** The plan of a unit's engine for the queries that are built for a request, as one text. */
export async function planOf(unit: Unit, build: (listening: Unit) => Promise<unknown>): Promise<string> {
  const steps = unit.engine === 'sqlite' ? await sqlitePlanOf(unit, build) : await postgresPlanOf(unit, build);
  return steps.join('\n');
}

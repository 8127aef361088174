import type pg from 'pg';
import type { Schema } from './schema.ts';
import type { BoundStatement, Row, Value } from './statement.ts';

/** The type of each column, by table. */
export type ColumnTypes = ReadonlyMap<string, ReadonlyMap<string, string>>;

const findTypes = `
  SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, NULL) AS "type"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace`;

export async function readColumnTypes(client: pg.ClientBase): Promise<ColumnTypes> {
  const { rows } = await client.query<Record<'table' | 'column' | 'type', string>>(findTypes);
  const tables = Map.groupBy(rows, ({ table }) => table);
  return new Map([...tables].map(([table, all]) => [table, new Map(all.map(({ column, type }) => [column, type]))]));
}

/**
 * An insert of many rows with one array per column. Its text is the same for any number of rows, so PostgreSQL prepares
 * it once. A list of values would be planned again for each number, which takes longer than the insert. Rows as one
 * JSON value would take twice as long to read.
 */
export function bindManyRows(table: keyof Schema, rows: readonly Row[], types: ColumnTypes): BoundStatement {
  const columns = Object.keys(rows[0] ?? {});
  const arrays = columns.map((column, at) => `$${at + 1}::${typeOf(types, table, column)}[]`).join(', ');
  const text = `insert into ${table} (${columns.join(', ')}) select * from unnest(${arrays})`;
  return { text, values: columns.map((column) => arrayOf(rows, column)), name: text };
}

function typeOf(types: ColumnTypes, table: keyof Schema, column: string): string {
  const type = types.get(table)?.get(column);
  if (type === undefined) throw new Error(`the store has no column ${table}.${column}`);
  return type;
}

const quoted = /["\\]/;
const allQuoted = /["\\]/g;

/** The values of one column, in PostgreSQL's syntax for arrays. */
function arrayOf(rows: readonly Row[], column: string): string {
  let text = '{';
  for (const row of rows) text += `${text.length > 1 ? ',' : ''}${elementOf(row[column] ?? null)}`;
  return `${text}}`;
}

function elementOf(value: Value): string {
  if (typeof value !== 'string') return value === null ? 'NULL' : String(value);
  return `"${quoted.test(value) ? value.replaceAll(allQuoted, '\\$&') : value}"`;
}

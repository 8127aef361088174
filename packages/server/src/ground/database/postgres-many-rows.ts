import type { Schema } from './schema.ts';
import { type BoundStatement, bindInsert, type Row } from './statement.ts';

/** What JSON would write otherwise, or PostgreSQL would not read in it: halves of surrogate pairs, and U+0000. */
const unreadable = /\\u(?:d[89a-f]|0000)/;

/**
 * An insert of many rows as one value, whose text is the same for any number of them: PostgreSQL prepares it once, where it
 * would plan a list of values anew for each number, which takes longer than to insert the rows.
 */
export function bindManyRows(table: keyof Schema, rows: readonly Row[]): BoundStatement {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`;
  const json = JSON.stringify(rows, asText);
  if (unreadable.test(json)) return bindInsert('postgres', table, rows);
  return { text, values: [json], name: text };
}

function asText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { sealedColumns } from '../../../server/src/ground/database/sealed-columns.ts';
import { unpackText } from '../../../server/src/ground/packing/unpack-text.ts';
import { readRequests } from '../../../server/src/platform/requests/request-batch.ts';
import type { Place } from './marks.ts';

/** Every file of a folder, byte for byte, except those whose purpose is to contain a secret. */
export function filesIn(folder: string, keepers: readonly string[]): Place[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !keepers.includes(name) && statSync(join(folder, name)).isFile())
    .map((name) => ({
      name: name.startsWith('files') ? 'a stored file' : `the file ${name}`,
      bytes: Buffer.concat([Buffer.from(`${name}\n`), readFileSync(join(folder, name))]),
    }));
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Compression hides nothing: compressed data is searched uncompressed. */
function textOf(name: string, value: unknown): string {
  if (name === 'request_batches.requests') return JSON.stringify(readRequests(String(value)));
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : unpackText(String(value));
}

function columnsOf(table: string, names: readonly string[], rows: Rows): Place[] {
  return names.map((column) => {
    const name = `${table}.${column}`;
    return { name, bytes: Buffer.from(rows.map((row) => textOf(name, row[column] ?? '')).join('\n')) };
  });
}

const writtenBefore = 'is written by releases before this one; earlier-requests.test.ts shows that it is brought over';

/** The columns that are empty at the end, and why; freed bytes are searched as well. */
const emptied: Readonly<Record<string, string>> = {
  'card_passwords.sealed_password':
    'is filled where cards have passwords; issue-cards.test.ts shows that it is sealed and goes',
  'request_exchanges.exchanges': writtenBefore,
  'requests.idempotency_key_digest': writtenBefore,
  'requests.resource_ids': writtenBefore,
  'outgoing_messages.sealed_content': 'is empty again once its rows have done their work',
  'troubled_work.problem': 'is written when due work throws; poisoned-rows.test.ts shows that it is sealed',
};

/** The columns for sealed or digested values that stayed empty. */
export function unusedVaults(columns: readonly Place[]): string[] {
  const used = new Set(columns.filter(({ bytes }) => bytes.toString().trim() !== '').map(({ name }) => name));
  const declared = Object.entries(sealedColumns).flatMap(([table, own]) =>
    Object.keys(own).map((column) => `${table}.${column}`),
  );
  const named = columns
    .map(({ name }) => name)
    .filter((name) => /\.(sealed_|\w*(_digest|(token|key|secret)_hash)$)/.test(name));
  return [...new Set([...declared, ...named])].filter((name) => !used.has(name) && emptied[name] === undefined).sort();
}

/** Every column of every table of an embedded database. */
export function sqliteColumns(file: string): Place[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all();
    return tables.flatMap(({ name }) => {
      const select = database.prepare(`SELECT * FROM "${name}"`);
      select.setReadBigInts(true);
      return columnsOf(
        String(name),
        select.columns().map(({ name: column }) => column),
        select.all(),
      );
    });
  } finally {
    database.close();
  }
}

/** Every column of every table of a PostgreSQL database. */
export async function postgresColumns(url: string): Promise<Place[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query(
      // A partition is read with its table.
      `SELECT table_name FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')
        AND NOT EXISTS (SELECT 1 FROM pg_class part WHERE part.relname = table_name AND part.relispartition)`,
    );
    const places: Place[] = [];
    for (const { table_name: table } of tables.rows) {
      const { fields, rows } = await client.query(`SELECT * FROM "${table}"`);
      places.push(
        ...columnsOf(
          table,
          fields.map(({ name }) => name),
          rows,
        ),
      );
    }
    return places;
  } finally {
    await client.end();
  }
}

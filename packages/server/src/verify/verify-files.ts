import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../ground/database/database.ts';
import { rawQuery } from '../ground/database/statement.ts';
import type { Unit } from '../ground/database/unit.ts';
import type { Finding } from './verify-store.ts';

interface Described {
  readonly tenant: number;
  readonly id: string;
  readonly file_key: string;
}

const pageSize = 1_000;

/**
 * Checks that the file of every document is in the folder of the stored files. Only reads; a server may run meanwhile.
 */
export async function verifyFiles(database: Database, folder: string): Promise<Finding> {
  const missing: Described[] = [];
  for (let last: Described | undefined, isMore = true; isMore; ) {
    const page = await database.read((unit) => documentsAfter(unit, last));
    missing.push(...page.filter(({ file_key: key }) => !existsSync(join(folder, key))));
    last = page.at(-1);
    isMore = page.length === pageSize && missing.length < pageSize;
  }
  let breach: string | null = null;
  // If a document was replaced or deleted meanwhile, its file went with it.
  for (const document of missing)
    if (breach === null && (await database.read((unit) => isKept(unit, document))))
      breach = `${document.id} has no file ${join(folder, document.file_key)}`;
  return { name: 'documents-have-files', rule: 'The file of every document is among the stored files.', breach };
}

function documentsAfter(unit: Unit, last: Described | undefined): Promise<Described[]> {
  const { tenant, id } = last ?? { tenant: -1, id: '' };
  const query = sql<Described>`select tenant, id, file_key from documents
    where (tenant, id) > (${tenant}, ${id}) order by tenant, id limit ${sql.lit(pageSize)}`;
  return unit.select<Described>((db) => rawQuery(query, db));
}

async function isKept(unit: Unit, { tenant, id, file_key: key }: Described): Promise<boolean> {
  const query = sql<Described>`select tenant, id, file_key from documents
    where tenant = ${tenant} and id = ${id} and file_key = ${key}`;
  return (await unit.select<Described>((db) => rawQuery(query, db))).length > 0;
}

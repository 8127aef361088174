import { sql } from 'kysely';
import { tenantOfUploads, unkeptFiles } from '../../engines/files/orphan-files.ts';
import type { Database } from '../../ground/database/database.ts';
import { rawQuery, type Statement, statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import { type TenantTable, tenantTableNames, tenantTables } from './tenant-tables.ts';

/** Rows that one unit removes, so that the writer is free again in some milliseconds. */
const batchSize = 500;

interface Batch {
  readonly tenant: number;
  readonly limit: number;
}

const removals = new Map<TenantTable, Statement<Batch, never>>(
  tenantTableNames.map((name) => [
    name,
    statement<Batch, never>(`removeSomeOf ${name}`, (db, { tenant, limit }) => {
      const keys: readonly string[] = tenantTables[name].key;
      if (keys.length === 0)
        return rawQuery(sql<never>`delete from ${sql.table(name)} where tenant = ${tenant} and ${limit} > 0`, db);
      const columns = sql.join(keys.map((key) => sql.ref(key)));
      return rawQuery(
        sql<never>`delete from ${sql.table(name)} where tenant = ${tenant} and (${columns}) in (
          select ${columns} from ${sql.table(name)} where tenant = ${tenant} limit ${limit})`,
        db,
      );
    }),
  ]),
);

/** Removes rows of a tenant from these tables, as many as one unit may; tells how many those were. */
async function removeBatch(unit: Unit, tenant: number, tables: readonly TenantTable[]): Promise<number> {
  let removed = 0;
  for (const name of tables) {
    const removal = removals.get(name);
    if (removal === undefined) throw new Error(`nothing removes rows of ${name}`);
    removed += await unit.run(removal, { tenant, limit: batchSize - removed });
    if (removed >= batchSize) break;
  }
  return removed;
}

interface StoredFile {
  readonly id: string;
  readonly file_key: string;
}

const filesAtOnce = 32;

const listDocumentFiles = statement<Batch, StoredFile>('listFilesOfDocuments', (db, { tenant, limit }) =>
  db.selectFrom('documents').select(['id', 'file_key']).where('tenant', '=', tenant).limit(limit),
);
const listImportFiles = statement<Batch, StoredFile>('listFilesOfImports', (db, { tenant, limit }) =>
  db.selectFrom('bulk_import_jobs').select(['id', 'file_key']).where('tenant', '=', tenant).limit(limit),
);
const listUnkeptFiles = statement<Batch & { readonly kind: string; readonly ofWhom: string }, StoredFile>(
  'listUnkeptFiles',
  (db, { tenant, kind, ofWhom, limit }) =>
    db
      .selectFrom('timers')
      .select(['id', 'id as file_key'])
      .where('tenant', '=', tenant)
      .where('kind', '=', kind)
      .where('id', 'like', ofWhom)
      .limit(limit),
);
const removeDocument = table('documents').delete('id');
const removeImport = table('bulk_import_jobs').delete('id');
const removeTimer = table('timers').delete('kind', 'id');

/** Files that nothing refers to, by the tenant for whom their removal is noted. */
function unkeptOf(noted: (tenant: number) => number) {
  return {
    list: (unit: Unit, tenant: number) =>
      unit.all(listUnkeptFiles, {
        tenant: noted(tenant),
        kind: unkeptFiles,
        ofWhom: `${tenant}/%`,
        limit: filesAtOnce,
      }),
    remove: (unit: Unit, tenant: number, id: string) =>
      unit.write(removeTimer, { tenant: noted(tenant), kind: unkeptFiles, id }),
  };
}

/** Where files are named: how some of a tenant are found, and how the row goes once its file is gone. */
const fileHolders = [
  {
    list: (unit: Unit, tenant: number) => unit.all(listDocumentFiles, { tenant, limit: filesAtOnce }),
    remove: (unit: Unit, tenant: number, id: string) => unit.write(removeDocument, { tenant, id }),
  },
  {
    list: (unit: Unit, tenant: number) => unit.all(listImportFiles, { tenant, limit: filesAtOnce }),
    remove: (unit: Unit, tenant: number, id: string) => {
      unit.write(removeImport, { tenant, id });
      // It would be due without its job until the timers go.
      unit.write(removeTimer, { tenant, kind: 'bulk_import_jobs', id });
    },
  },
  ...[unkeptOf((tenant) => tenant), unkeptOf(() => tenantOfUploads)],
] as const;

/** The file first and its row after it: a crash in between only repeats the removal. */
async function removeFiles(
  { database, files }: Pick<ServerDeps, 'database' | 'files'>,
  tenant: number,
): Promise<number> {
  for (const { list, remove } of fileHolders) {
    const found = await database.read((unit) => list(unit, tenant));
    if (found.length === 0) continue;
    for (const { file_key: key } of found) await files.remove(key);
    await database.transaction(async (unit) => {
      for (const { id } of found) remove(unit, tenant, id);
    });
    return found.length;
  }
  return 0;
}

/** Removes some of the files and rows of a tenant; nothing of these tables is left when it answers zero. */
export async function removeSome(
  deps: Pick<ServerDeps, 'files'> & { readonly database: Database },
  tenant: number,
  tables: readonly TenantTable[],
): Promise<number> {
  const files = await removeFiles(deps, tenant);
  return files > 0 ? files : deps.database.transaction((unit) => removeBatch(unit, tenant, tables));
}

import { sql } from 'kysely';
import { orphanFileTimers, tenantOfUploads } from '../../engines/files/orphan-files.ts';
import type { Database } from '../../ground/database/database.ts';
import { rawQuery, type Statement, statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import { type TenantTable, tenantTableNames, tenantTables } from './tenant-tables.ts';

/** The number of rows that one unit removes, so that it holds the writer for some milliseconds only. */
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

/** Removes rows of a tenant from these tables, as many as one unit may. Returns their number. */
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

/** Files without references, by the tenant in whose name their removal is scheduled. */
function unkeptOf(noted: (tenant: number) => number) {
  return {
    list: (unit: Unit, tenant: number) =>
      unit.all(listUnkeptFiles, {
        tenant: noted(tenant),
        kind: orphanFileTimers,
        ofWhom: `${tenant}/%`,
        limit: filesAtOnce,
      }),
    remove: (unit: Unit, tenant: number, id: string) =>
      unit.write(removeTimer, { tenant: noted(tenant), kind: orphanFileTimers, id }),
  };
}

/**
 * The tables with keys of files: how to find some files of a tenant, and how to remove the row once its file is gone.
 */
const fileHolders = [
  {
    list: (unit: Unit, tenant: number) => unit.all(listDocumentFiles, { tenant, limit: filesAtOnce }),
    remove: (unit: Unit, tenant: number, id: string) => unit.write(removeDocument, { tenant, id }),
  },
  {
    list: (unit: Unit, tenant: number) => unit.all(listImportFiles, { tenant, limit: filesAtOnce }),
    remove: (unit: Unit, tenant: number, id: string) => {
      unit.write(removeImport, { tenant, id });
      // The timer would otherwise be due without its job until timers are removed.
      unit.write(removeTimer, { tenant, kind: 'bulk_import_jobs', id });
    },
  },
  ...[unkeptOf((tenant) => tenant), unkeptOf(() => tenantOfUploads)],
] as const;

/** Removes the file first and then its row: after a crash in between, the removal is repeated. */
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

/** Removes some of the files and rows of a tenant. Returns zero when none is left in these tables. */
export async function removeSome(
  deps: Pick<ServerDeps, 'files'> & { readonly database: Database },
  tenant: number,
  tables: readonly TenantTable[],
): Promise<number> {
  const files = await removeFiles(deps, tenant);
  return files > 0 ? files : deps.database.transaction((unit) => removeBatch(unit, tenant, tables));
}

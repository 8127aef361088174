import { FileMissing } from '../../engines/files/file-store.ts';
import { adoptFile, recordUpload } from '../../engines/files/orphan-files.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Deps } from '../../operation/deps.ts';
import { takeTenant } from '../../platform/platforms/create-platform.ts';

const mostFiles = 100;
const mostFileBytes = 50 * 1024 * 1024;

interface NamedFile {
  readonly file_key: string;
  readonly size_bytes: number | bigint;
}

const listDocuments = statement<{ readonly tenant: number; readonly limit: number }, NamedFile>(
  'listFilesToCopy',
  (db, { tenant, limit }) =>
    db.selectFrom('documents').select(['file_key', 'size_bytes']).where('tenant', '=', tenant).limit(limit),
);
const listImports = statement<{ readonly tenant: number; readonly limit: number }, Pick<NamedFile, 'file_key'>>(
  'listImportsToCopy',
  (db, { tenant, limit }) =>
    db
      .selectFrom('bulk_import_jobs')
      .select('file_key')
      .where('tenant', '=', tenant)
      .where('completed_at', 'is', null)
      .limit(limit),
);

/** The files that rows of a tenant refer to. If there are more than `mostFiles`, one more than that. */
async function filesOf(unit: Unit, tenant: number): Promise<NamedFile[]> {
  const bounds = { tenant, limit: mostFiles + 1 };
  const [documents, imports] = await Promise.all([unit.all(listDocuments, bounds), unit.all(listImports, bounds)]);
  return [...documents, ...imports.map((job) => ({ ...job, size_bytes: 0 }))];
}

/** The future tenant of the copy, and its files. */
export interface CopiedFiles {
  readonly tenant: number;
  readonly keys: readonly string[];
}

function keyIn(tenant: number, key: string): string {
  return `${tenant}${key.slice(key.indexOf('/'))}`;
}

class TooManyBytes extends Error {}

/** Passes bytes on, and throws once they exceed the limit for all files of a copy together. */
function createAllowance(): (content: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array> {
  let left = mostFileBytes;
  return async function* pass(content) {
    for await (const bytes of content) {
      left -= bytes.length;
      if (left < 0) throw new TooManyBytes();
      yield bytes;
    }
  };
}

/**
 * Copies the files of a tenant while no unit is open. Each is recorded before it is stored, so that an abandoned copy
 * leaves nothing. `undefined` if there are none.
 */
export async function copyFiles(deps: Deps, from: number): Promise<CopiedFiles | 'TOO_LARGE' | undefined> {
  const { database, clocks } = deps;
  const found = await database.read((unit) => filesOf(unit, from));
  if (found.length === 0) return undefined;
  const bytes = found.reduce((sum, { size_bytes }) => sum + Number(size_bytes), 0);
  if (found.length > mostFiles || bytes > mostFileBytes) return 'TOO_LARGE';
  const now = clocks.system.now();
  const tenant = await database.transaction(async (unit) => {
    const taken = await takeTenant(unit);
    for (const { file_key: key } of found) recordUpload(unit, { fileKey: keyIn(taken, key), now });
    return taken;
  });
  const keys: string[] = [];
  try {
    await putFiles(deps, { found, tenant, keys });
    return { tenant, keys };
  } catch (error) {
    await discardFiles(deps, { keys });
    // No row has the size of an import, so it is measured while the file is read.
    if (error instanceof TooManyBytes) return 'TOO_LARGE';
    throw error;
  }
}

interface Putting extends CopiedFiles {
  readonly found: readonly NamedFile[];
  /** The files that are stored so far. */
  readonly keys: string[];
}

async function putFiles({ files }: Deps, { found, tenant, keys }: Putting): Promise<void> {
  const allowed = createAllowance();
  for (const { file_key: key } of found) {
    try {
      await files.put(keyIn(tenant, key), allowed(files.read(key)));
      keys.push(keyIn(tenant, key));
    } catch (error) {
      // The file was deleted meanwhile, together with its row.
      if (!(error instanceof FileMissing)) throw error;
    }
  }
}

/** Removes the files of an abandoned copy. Their records are deleted later. */
export async function discardFiles({ files }: Pick<Deps, 'files'>, copied: Pick<CopiedFiles, 'keys'>): Promise<void> {
  for (const key of copied.keys) await files.remove(key);
}

/** Keeps the files that rows of the copy refer to. Returns whether all of them are there. */
export async function keepFiles(unit: Unit, to: number, copied: CopiedFiles | undefined): Promise<boolean> {
  const wanted = (await filesOf(unit, to)).map((file) => file.file_key);
  if (!wanted.every((key) => copied?.keys.includes(key))) return false;
  for (const key of wanted) await adoptFile(unit, { key });
  return true;
}

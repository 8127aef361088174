import type { Clock } from '../../ground/clock/clock.ts';
import { dayMs, type Instant, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { dueRows } from '../due-work/due-rows.ts';
import type { QueuedRow } from '../due-work/queues.ts';
import type { FileStore } from './file-store.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** Longer than any upload takes, also where the clock of a sandbox runs fast. */
const uploadLifeMs = 7 * dayMs;

interface Entry {
  readonly tenant: number;
  readonly fileKey: string;
}

const cross = statement<Entry & { readonly keptUntil: Instant }, never>(
  'adoptFile',
  (db, { tenant, fileKey, keptUntil }) =>
    db
      .deleteFrom('unkept_files')
      .where('tenant', '=', tenant)
      .where('file_key', '=', fileKey)
      .where('due_at', '=', keptUntil),
);

/**
 * Records a file before it is written. Should the server die before a row refers to the file, the record remains and
 * the file is removed with it: no file is ever left without an owner.
 */
export function recordUpload(unit: Unit, { tenant, fileKey, now }: Entry & { readonly now: Instant }): Instant {
  const keptUntil = plusMs(now, uploadLifeMs);
  unit.insert('unkept_files', [{ tenant, file_key: fileKey, due_at: keptUntil }]);
  return keptUntil;
}

/** Deletes the record in the unit of the row that refers to the file. */
export async function adoptFile(
  unit: Unit,
  tenant: number,
  { key, keptUntil }: Pick<UploadedFile, 'key' | 'keptUntil'>,
): Promise<void> {
  const crossed = await unit.run(cross, { tenant, fileKey: key, keptUntil });
  if (crossed !== 1) throw new Error(`the file ${key} was removed before it could be kept`);
}

/** Has a file removed once the unit has committed that deleted the last reference to it. */
export function orphanFile(unit: Unit, tenant: number, fileKey: string, now: Instant): void {
  unit.insert('unkept_files', [{ tenant, file_key: fileKey, due_at: now }]);
}

export interface RemovalDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly files: FileStore;
}

/** Removes files that no row refers to. The record goes last, so that a crash in between only repeats the removal. */
export const dueFiles = dueRows('unkept_files', { size: 32, leaseMs: minuteMs }, removeFile);

async function removeFile({ database, files }: RemovalDeps, row: QueuedRow<'unkept_files'>): Promise<void> {
  const { tenant, file_key: fileKey, due_at: keptUntil } = row;
  await files.remove(fileKey);
  await database.transaction(async (unit) => unit.write(cross, { tenant, fileKey, keptUntil }));
}

import { dayMs, type Instant, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { dueTimers } from '../due-work/due-timers.ts';
import type { DueDeps } from '../due-work/due-work.ts';
import { clearTimer, setTimer, takeTimer } from '../due-work/timers.ts';
import type { FileStore } from './file-store.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** Longer than any upload takes, in real time. */
const uploadLifeMs = 7 * dayMs;

/**
 * Nobody's, so that it never has a clock of its own: uploads are noted for it, since they take as long as they do however
 * fast the clock of their platform runs. Whose a file is stands in its key.
 */
export const tenantOfUploads = 0;

interface Entry {
  readonly tenant: number;
  readonly fileKey: string;
}

interface Upload {
  readonly fileKey: string;
  /** Real time. */
  readonly now: Instant;
}

/** Names the timers of files that nothing refers to: when they go. */
export const unkeptFiles = 'unkept_files';
const kind = unkeptFiles;

/**
 * Sets a timer for a file before it is written. Should the server die before a row refers to the file, the timer remains and
 * the file is removed with it: no file is ever left without an owner.
 */
export function recordUpload(unit: Unit, { fileKey: id, now }: Upload): void {
  setTimer(unit, { tenant: tenantOfUploads, kind, id }, plusMs(now, uploadLifeMs));
}

/** Clears the timer in the unit that makes something refer to the file. */
export async function adoptFile(unit: Unit, { key: id }: Pick<UploadedFile, 'key'>): Promise<void> {
  if (!(await takeTimer(unit, { tenant: tenantOfUploads, kind, id })))
    throw new Error(`the file ${id} was removed before it could be kept`);
}

/** Has a file removed once the unit has committed that deleted the last reference to it. */
export function orphanFile(unit: Unit, tenant: number, fileKey: string, now: Instant): void {
  setTimer(unit, { tenant, kind, id: fileKey }, now);
}

export interface RemovalDeps extends DueDeps {
  readonly files: FileStore;
}

/** Removes files that no row refers to. The timer goes last, so that a crash in between only repeats the removal. */
export const dueFiles = dueTimers({
  kind,
  batchSize: 32,
  leaseMs: minuteMs,
  find: async (_unit, tenant, fileKey): Promise<Entry> => ({ tenant, fileKey }),
  work: removeFile,
});

async function removeFile({ database, files }: RemovalDeps, { tenant, fileKey: id }: Entry): Promise<void> {
  await files.remove(id);
  await database.transaction(async (unit) => clearTimer(unit, { tenant, kind, id }));
}

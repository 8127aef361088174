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
 * The tenant of the timers of uploads. No platform has it, so it never has a clock of its own: uploads take real time,
 * even if the clock of their platform runs fast. The key of the file contains its owner.
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

/** The kind of the timers that remove unreferenced files. */
export const orphanFileTimers = 'unkept_files';
const kind = orphanFileTimers;

/**
 * Sets a timer for a file before it is written. If the server dies before a row refers to the file, the timer removes
 * it, so no unreferenced file stays.
 */
export function recordUpload(unit: Unit, { fileKey: id, now }: Upload): void {
  setTimer(unit, { tenant: tenantOfUploads, kind, id }, plusMs(now, uploadLifeMs));
}

/** Clears the timer in the unit that creates the reference to the file. */
export async function adoptFile(unit: Unit, { key: id }: Pick<UploadedFile, 'key'>): Promise<void> {
  if (!(await takeTimer(unit, { tenant: tenantOfUploads, kind, id })))
    throw new Error(`the file ${id} was removed before it could be kept`);
}

/** Removes a file once the unit that deletes its last reference has committed. */
export function scheduleFileRemoval(unit: Unit, tenant: number, fileKey: string, now: Instant): void {
  setTimer(unit, { tenant, kind, id: fileKey }, now);
}

export interface RemovalDeps extends DueDeps {
  readonly files: FileStore;
}

/** Removes files that no row refers to. The timer is cleared last, so a crash in between only repeats the removal. */
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

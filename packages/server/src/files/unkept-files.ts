import type { Clock } from '../clock/clock.ts';
import { dayMs, type Instant, minuteMs, plusMs } from '../clock/instant.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { Unit } from '../database/unit.ts';
import type { FileStore } from './file-store.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** Longer than any upload takes, also where the clock of a sandbox runs fast. */
const uploadLifeMs = 7 * dayMs;
const leaseMs = minuteMs;
const batchSize = 32;

interface Entry {
  readonly tenant: number;
  readonly fileKey: string;
}

const cross = statement<Entry & { readonly keptUntil: Instant }, never>(
  'keepFile',
  (db, { tenant, fileKey, keptUntil }) =>
    db
      .deleteFrom('unkept_files')
      .where('tenant', '=', tenant)
      .where('file_key', '=', fileKey)
      .where('due_at', '=', keptUntil),
);

/**
 * Notes a file before it is written. Should the server die before something refers to the file, the note
 * remains, and with it the file is removed: there is never a file that nobody knows of.
 */
export function noteUpload(unit: Unit, { tenant, fileKey, now }: Entry & { readonly now: Instant }): Instant {
  const keptUntil = plusMs(now, uploadLifeMs);
  unit.insert('unkept_files', [{ tenant, file_key: fileKey, due_at: keptUntil }]);
  return keptUntil;
}

/** Crosses the note out in the unit that makes something refer to the file. */
export async function keepFile(
  unit: Unit,
  tenant: number,
  { key, keptUntil }: Pick<UploadedFile, 'key' | 'keptUntil'>,
): Promise<void> {
  const crossed = await unit.run(cross, { tenant, fileKey: key, keptUntil });
  if (crossed !== 1) throw new Error(`the file ${key} was removed before it could be kept`);
}

/** Lets a file be removed once the unit has committed in which the last reference to it went. */
export function dropFile(unit: Unit, tenant: number, fileKey: string, now: Instant): void {
  unit.insert('unkept_files', [{ tenant, file_key: fileKey, due_at: now }]);
}

interface Claim {
  readonly now: Instant;
  readonly leasedUntil: Instant;
  readonly limit: number;
}

interface Claimed {
  readonly tenant: number;
  readonly file_key: string;
  readonly due_at: Instant;
}

const claim = statement<Claim, Claimed>('claimUnkeptFiles', (db, { now, leasedUntil, limit }, engine) =>
  db
    .updateTable('unkept_files')
    .set({ due_at: leasedUntil })
    .where(({ eb, refTuple }) => {
      const due = db
        .selectFrom('unkept_files')
        .select(['tenant', 'file_key'])
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit);
      const free = engine === 'postgres' ? due.forUpdate().skipLocked() : due;
      return eb(refTuple('tenant', 'file_key'), 'in', free.$asTuple('tenant', 'file_key'));
    })
    .returning(['tenant', 'file_key', 'due_at']),
);

const nextDue = statement<Record<never, never>, { due_at: Instant }>('nextUnkeptFile', (db) =>
  db.selectFrom('unkept_files').select('due_at').orderBy('due_at').limit(1),
);

export async function nextUnkeptFileAt(unit: Unit): Promise<Instant | undefined> {
  return (await unit.first(nextDue, {}))?.due_at;
}

interface RemovalDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly files: FileStore;
}

/** Removes files that nothing refers to. The note goes last, so that a crash between only repeats the removal. */
export async function removeUnkeptFiles({ database, clock, files }: RemovalDeps): Promise<number> {
  const now = clock.now();
  const claimed = await database.transaction((unit) =>
    unit.all(claim, { now, leasedUntil: plusMs(now, leaseMs), limit: batchSize }),
  );
  for (const { tenant, file_key: fileKey, due_at: keptUntil } of claimed) {
    await files.remove(fileKey);
    await database.transaction(async (unit) => unit.write(cross, { tenant, fileKey, keptUntil }));
  }
  return claimed.length;
}

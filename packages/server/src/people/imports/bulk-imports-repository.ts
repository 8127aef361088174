import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { JobRow } from './tables.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

const jobs = table('bulk_import_jobs');
const find = jobs.find('id');

export function findJob(unit: Unit, tenant: number, id: string): Promise<JobRow | undefined> {
  return unit.first(find, { tenant, id });
}

export function insertJob(unit: Unit, row: JobRow): void {
  unit.insert('bulk_import_jobs', [row]);
}

const save = statement<JobRow & { readonly seen: number }>('saveImportJob', (db, row) =>
  db
    .updateTable('bulk_import_jobs')
    .set({
      status: row.status,
      total: row.total,
      successful: row.successful,
      failed: row.failed,
      sequence: row.sequence,
      next_offset: row.next_offset,
      next_line: row.next_line,
      counted_rows: row.counted_rows,
      counted_offset: row.counted_offset,
      counted_line: row.counted_line,
      attempts: 0,
      completed_at: row.completed_at,
    })
    .where('tenant', '=', row.tenant)
    .where('id', '=', row.id)
    .where(({ eb, ref }) => eb(eb(ref('successful'), '+', ref('failed')), '=', row.seen)),
);

const countUnfinished = statement<{ readonly maker: number }, { readonly jobs: number | bigint }>(
  'countUnfinishedImports',
  (db, { maker }) =>
    db
      .selectFrom('bulk_import_jobs')
      .where('completed_at', 'is', null)
      .where('tenant', 'in', (of) =>
        of
          .selectFrom('sandbox_worlds')
          .select('world as tenant')
          .where('tenant', '=', maker)
          .unionAll(of.selectFrom('platforms').select('tenant').where('tenant', '=', maker)),
      )
      .select((of) => of.fn.countAll<number | bigint>().as('jobs')),
);

/** The imports of a platform and of its sandbox worlds whose files are still stored. */
export async function unfinishedImports(unit: Unit, maker: number): Promise<number> {
  return Number((await unit.first(countUnfinished, { maker }))?.jobs ?? 0);
}

const saveAttempts = jobs.update(['attempts'], 'id');

/** Sets how often work on the job has started; every `saveJob` resets the count. */
export function setAttempts(unit: Unit, { tenant, id }: Key, attempts: number): void {
  unit.write(saveAttempts, { tenant, id, attempts });
}

/** Another process has imported rows of this job; its work stands. */
export class ImportMovedOn extends Error {}

/** The kind of the timers of imports: when each has its next turn. */
export const importTimers = 'bulk_import_jobs';

/**
 * Writes the job if the number of processed rows is still the one that was read, so that each row is processed
 * once.
 */
export async function saveJob(unit: Unit, row: JobRow, seen: number): Promise<void> {
  const changes = await unit.run(save, { ...row, seen });
  if (changes !== 1) throw new ImportMovedOn(`another process continued the import ${row.id}`);
}

/** The most errors that a job stores and shows; a file that is wrong throughout shows it with fewer. */
export const shownErrors = 1_000;

type ImportError = Pick<Selectable<Schema['bulk_import_errors']>, 'entry'>;

const errors = statement<Key, ImportError>('listImportErrors', (db, { tenant, id }) =>
  db
    .selectFrom('bulk_import_errors')
    .select('entry')
    .where('tenant', '=', tenant)
    .where('job_id', '=', id)
    .orderBy('line')
    .limit(shownErrors),
);

/** The errors as JSON texts, in the order of the file. */
export async function listErrors(unit: Unit, tenant: number, id: string): Promise<ImportError['entry'][]> {
  return (await unit.all(errors, { tenant, id })).map(({ entry }) => entry);
}

import { setTimer } from '../../engines/due-work/timers.ts';
import { adoptFile } from '../../engines/files/orphan-files.ts';
import { mustMove } from '../../engines/states/transition.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { type Handler, type Refusal, refuse } from '../../operation/operation.ts';
import { importTimers, insertJob, unfinishedImports } from './bulk-imports-repository.ts';
import type { JobRow } from './tables.ts';

/** Their files take at most five gigabytes together. Platforms take turns, so further ones would only wait. */
const mostUnfinished = 50;
const secondsToWait = 60;

const tooMany: Refusal<'RATE_LIMITED'> = {
  ...refuse(
    'RATE_LIMITED',
    `${mostUnfinished} imports of your platform and its sandbox worlds are unfinished, which is the limit. Upload the file again once one of them is finished.`,
  ),
  retryAfterSeconds: secondsToWait,
};

/** Adopts the file and creates the job whose rows the worker imports. */
export const uploadCustomersCsv: Handler<'uploadCustomersCsv'> = async ({ input, unit, tenant, caller, now, deps }) => {
  const { file } = input.body;
  if ((await unfinishedImports(unit, caller.creator ?? tenant)) >= mostUnfinished) return tooMany;
  await adoptFile(unit, file);
  const row: JobRow = {
    tenant,
    id: deps.ids.next('Job'),
    status: mustMove('bulk-import-job', null, 'UPLOAD').to,
    file_key: file.key,
    total: 0,
    successful: 0,
    failed: 0,
    next_offset: null,
    next_line: null,
    counted_rows: null,
    counted_offset: null,
    counted_line: null,
    attempts: 0,
    sequence: 0,
    created_at: now,
    completed_at: null,
  };
  insertJob(unit, row);
  setTimer(unit, { tenant, kind: importTimers, id: row.id }, now);
  return { status: 202, body: { jobId: storedId('Job', row.id), status: 'PENDING' } };
};

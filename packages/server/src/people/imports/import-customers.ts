import type { BulkCustomerImportErrorEntry, CustomerCreateRequestOneOf } from '@payments-platform/types';
import { dueTimers } from '../../engines/due-work/due-timers.ts';
import type { DueWork, Report } from '../../engines/due-work/due-work.ts';
import { clearTimer, setTimer } from '../../engines/due-work/timers.ts';
import { FilesUnavailable } from '../../engines/files/file-store.ts';
import { scheduleFileRemoval } from '../../engines/files/orphan-files.ts';
import { appendEvents } from '../../engines/outbox/append-event.ts';
import { mustMove } from '../../engines/states/transition.ts';
import { type Instant, secondMs } from '../../ground/clock/instant.ts';
import { DatabaseUnavailable } from '../../ground/database/database.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { Deps, ServerDeps } from '../../operation/deps.ts';
import { isRefusal, type Refusal } from '../../operation/operation.ts';
import { MissingAdapter, refuseMissing } from '../../operation/ports/missing-adapter.ts';
import { registerCustomer } from '../customers/register-customer.ts';
import {
  findJob,
  ImportMovedOn,
  importTimers,
  listErrors,
  saveJob,
  setAttempts,
  shownErrors,
} from './bulk-imports-repository.ts';
import { columnOf, customerOfRow, missingColumns } from './customer-of-row.ts';
import { viewJob } from './job-view.ts';
import { nextPlatform } from './next-platform.ts';
import { BrokenCsv, type CsvPlace } from './read-csv.ts';
import { type ImportRow, readRows } from './read-rows.ts';
import type { JobRow } from './tables.ts';

/** Returns the errors of the specification in the body of a new customer. */
export type CheckCustomer = (body: unknown) => readonly FieldError[];

/** The rows and bytes of one turn limit how long other due work waits. */
const rowsPerTurn = 500;
const countedPerTurn = 20_000;
const bytesPerTurn = 1024 * 1024;
/** More rows than a valid file can hold. */
const mostRows = 1_000_000;
/** The lease of a claimed job: a turn takes a second or two. */
const leaseMs = 30 * secondMs;
/** A job that ended its process this often, with nothing recorded in between, would do so again. */
const mostAttempts = 3;

type Entry = BulkCustomerImportErrorEntry;

interface Turn {
  readonly deps: Deps;
  readonly check: CheckCustomer;
  readonly report: Report;
}

/** Imports files in turns: of the platform that has waited longest, the job that has. */
export function dueImports(check: CheckCustomer): DueWork<ServerDeps> {
  const jobs = dueTimers<JobRow, ServerDeps>({
    kind: importTimers,
    batchSize: 1,
    leaseMs,
    find: findJob,
    work: async (server, job, report) =>
      takeTurn({ deps: await server.forTenant(job.tenant), check, report: firstOf(report) }, job),
  });
  return {
    ...jobs,
    work: async (server, report, tenant) => {
      const next = tenant ?? (await nextPlatform(server));
      const done = await jobs.work(server, report, next);
      // Another process may have taken the turn of that platform.
      return done > 0 || next === tenant ? done : jobs.work(server, report);
    },
  };
}

/** Rows are similar: an error of one row in a turn is likely to repeat for others, so only the first is reported. */
function firstOf(report: Report): Report {
  let isReported = false;
  return (bug) => {
    if (!isReported) report(bug);
    isReported = true;
  };
}

async function takeTurn(turn: Turn, job: JobRow): Promise<void> {
  const { deps } = turn;
  const { tenant, id, attempts } = job;
  const count = (many: number) => deps.database.transaction(async (unit) => setAttempts(unit, { tenant, id }, many));
  if (attempts >= mostAttempts) return end(deps, job, 'FAIL', { code: 'INTERNAL_ERROR', message: endedServers(job) });
  await count(attempts + 1);
  try {
    await (job.status === 'PENDING' ? begin(deps, job) : continueImport(turn, job));
  } catch (error) {
    if (error instanceof BrokenCsv)
      return end(deps, job, 'FAIL', { code: 'invalid_csv_format', message: error.message });
    if (error instanceof ImportMovedOn) return;
    // The error has not ended the process, so the job is retried like other due work.
    if (!(error instanceof DatabaseUnavailable) || error instanceof FilesUnavailable) await count(0);
    throw error;
  }
}

function endedServers({ next_line: next, counted_line: counted }: JobRow): string {
  return `The server stopped ${mostAttempts} times while it read the file from line ${next ?? counted ?? 1}. Upload the rows from that line again, in smaller files.`;
}

/** Counts the rows, so that the total is known before the first row is imported. */
async function begin(deps: Deps, job: JobRow): Promise<void> {
  const place = placeOf(job.counted_offset, job.counted_line);
  let total = job.counted_rows ?? 0;
  let left = countedPerTurn;
  for await (const { next } of readRows(contentOf(deps, job), place)) {
    total += 1;
    left -= 1;
    if (total > mostRows) throw new BrokenCsv(`The file has more than ${mostRows} rows. Upload them in several files.`);
    if (left > 0 && next.offset - (place?.offset ?? 0) < bytesPerTurn) continue;
    const counted = { counted_rows: total, counted_offset: next.offset, counted_line: next.line };
    return saveTurn(deps, { ...job, ...counted }, 0);
  }
  const { to: status } = mustMove('bulk-import-job', job.status, 'START');
  await saveTurn(deps, { ...job, status, total }, 0);
}

function placeOf(offset: number | bigint | null, line: number | null): CsvPlace | undefined {
  return offset === null || line === null ? undefined : { offset: Number(offset), line };
}

async function saveTurn(deps: Deps, job: JobRow, seen: number): Promise<void> {
  await deps.database.transaction(async (unit) => {
    await saveJob(unit, job, seen);
    // Imports that already wait are first.
    setTimer(unit, { tenant: job.tenant, kind: importTimers, id: job.id }, deps.clock.now());
  });
}

function contentOf({ files }: Deps, { file_key: key }: JobRow): (from: number) => AsyncIterable<Uint8Array> {
  return (from) => files.read(key, from);
}

/** Processes the next rows of the file, each in its own unit, from where the last turn ended. */
async function continueImport(turn: Turn, job: JobRow): Promise<void> {
  const { deps } = turn;
  const place = placeOf(job.next_offset, job.next_line);
  // An earlier version stored the number of processed rows, but not the position.
  let skipped = place === undefined ? job.successful + job.failed : 0;
  let current = job;
  let left = rowsPerTurn;
  for await (const row of readRows(contentOf(deps, job), place)) {
    if (skipped > 0) {
      skipped -= 1;
      continue;
    }
    const isLong = left < rowsPerTurn && row.next.offset - (place?.offset ?? 0) > bytesPerTurn;
    if (left === 0 || isLong) return saveTurn(deps, current, current.successful + current.failed);
    current = await processRow(turn, current, row);
    left -= 1;
  }
  await end(deps, current, 'FINISH');
}

/** Creates the customer of the row or stores its error, and counts the row in the same unit. */
async function processRow(turn: Turn, job: JobRow, row: ImportRow): Promise<JobRow> {
  const { offset, line } = row.next;
  const placed = { ...job, next_offset: offset, next_line: line };
  const imported = { ...placed, successful: job.successful + 1 };
  const refusal = await importRow(turn, imported, row, job.successful + job.failed);
  return refusal === undefined ? imported : refuseRow(turn.deps, placed, row, refusal);
}

/** A refusal of `POST /customers`, with the column names of the file. */
function entryOf(row: ImportRow, { code, reason: message, details }: Refusal): Entry {
  if (code === 'INVALID_INPUT') return refusedFields(row, (details as { errors: FieldError[] }).errors);
  return { correlationId: correlationOf(row), code, message, ...(details && { details }) } as Entry;
}

/** Translates the fields of the body to columns of the file. */
function refusedFields(row: ImportRow, errors: readonly FieldError[]): Entry {
  const named = errors.map((error) => ({ ...error, field: columnOf(error.field) }));
  const message = `Correct ${[...new Set(named.map(({ field }) => field))].join(', ')} and upload the row again.`;
  return { correlationId: correlationOf(row), code: 'INVALID_FIELD', message, details: { errors: named } } as Entry;
}

class RowRefused extends Error {
  readonly entry: Entry;
  constructor(entry: Entry) {
    super(entry.code);
    this.entry = entry;
  }
}

/** A row is handled like a request: an error thrown by one row does not stop the others. */
async function importRow(
  { deps, check, report }: Turn,
  job: JobRow,
  row: ImportRow,
  seen: number,
): Promise<Entry | undefined> {
  try {
    const broken = brokenRow(row, check);
    if (broken === undefined) await createCustomerOfRow(deps, job, row, seen);
    return broken;
  } catch (error) {
    if (error instanceof RowRefused) return error.entry;
    if (error instanceof MissingAdapter) return entryOf(row, refuseMissing(error));
    if (error instanceof DatabaseUnavailable || error instanceof ImportMovedOn) throw error;
    report(error);
    const message = 'An internal error occurred. Upload the row again later.';
    return { correlationId: correlationOf(row), code: 'INTERNAL_ERROR', message };
  }
}

async function createCustomerOfRow(deps: Deps, job: JobRow, row: ImportRow, seen: number): Promise<void> {
  await deps.database.transaction(async (unit) => {
    const context = { unit, tenant: job.tenant, now: deps.clock.now(), deps };
    // The specification was checked before.
    const made = await registerCustomer(context, customerOfRow(row) as CustomerCreateRequestOneOf);
    if (isRefusal(made)) throw new RowRefused(entryOf(row, made));
    await saveJob(unit, job, seen);
  });
}

async function refuseRow(deps: Deps, job: JobRow, row: ImportRow, entry: Entry): Promise<JobRow> {
  const refused = { ...job, failed: job.failed + 1 };
  await deps.database.transaction(async (unit) => {
    await saveJob(unit, refused, job.successful + job.failed);
    if (job.failed < shownErrors) insertError(unit, job, row.line, entry);
  });
  return refused;
}

function insertError(unit: Unit, { tenant, id }: JobRow, line: number, entry: Entry): void {
  unit.insert('bulk_import_errors', [{ tenant, job_id: id, line, entry: writeJson(entry) }]);
}

/** Ids that could be confused with the whole file, or with the line of another row. */
const ambiguousId = /^(file|row-\d+)$/;

function correlationOf({ cells: { platformCustomerId: id }, line }: ImportRow): string {
  // In characters, as the specification counts them.
  return id === undefined || ambiguousId.test(id) ? `row-${line}` : [...id].slice(0, 255).join('');
}

/** The errors of the row itself, with the column names of the file. */
function brokenRow(row: ImportRow, check: CheckCustomer): Entry | undefined {
  if (row.isUneven) {
    const message = `The row in line ${row.line} has more or fewer values than the header row.`;
    return { correlationId: correlationOf(row), code: 'invalid_csv_format', message };
  }
  const unstorable = Object.entries(row.cells).filter(([, value]) => value.includes('\0'));
  const errors =
    unstorable.length > 0
      ? unstorable.map(([field]): FieldError => ({ field, message: 'cannot contain a null character' }))
      : brokenCells(row, check);
  return errors.length === 0 ? undefined : refusedFields(row, errors);
}

/** The empty cells that are required, and every other cell with a wrong value. */
function brokenCells(row: ImportRow, check: CheckCustomer): FieldError[] {
  const missing = missingColumns(row);
  const wrong = check(customerOfRow(row)).filter(
    (error) => isAboutRow(error) && !missing.includes(columnOf(error.field)),
  );
  return [...missing.map((field): FieldError => ({ field, message: 'This field is required.' })), ...wrong];
}

/** The file has no column for these; a verification requires them. */
const laterFields: ReadonlySet<string> = new Set(['businessInfo.incorporatedOn', 'businessInfo.taxId']);

function isAboutRow({ field, constraint }: FieldError): boolean {
  return !(laterFields.has(field) && constraint === undefined);
}

type OfFile = Pick<Entry, 'code' | 'message'>;

async function end(deps: Deps, job: JobRow, trigger: 'FINISH' | 'FAIL', broken?: OfFile): Promise<void> {
  await deps.database.transaction(async (unit) => {
    const { tenant, id } = job;
    const now: Instant = deps.clock.now();
    const current = await findJob(unit, tenant, id);
    if (current === undefined) throw new Error(`there is no import ${id}`);
    const move = mustMove('bulk-import-job', current.status, trigger);
    const ended = { ...current, status: move.to, sequence: 1, completed_at: now };
    await saveJob(unit, ended, job.successful + job.failed);
    clearTimer(unit, { tenant, kind: importTimers, id });
    const entries = await listErrors(unit, tenant, id);
    if (broken !== undefined) {
      const entry: Entry = { correlationId: 'file', ...broken };
      // After every row: no file has as many lines.
      insertError(unit, current, lastLine, entry);
      entries.push(writeJson(entry));
    }
    scheduleFileRemoval(unit, tenant, current.file_key, now);
    appendEvents({ unit, tenant, now, ids: deps.ids }, [
      { type: move.event, resourceId: id, sequence: 1, data: viewJob(ended, entries) },
    ]);
  });
}

const lastLine = 2 ** 31 - 1;

import type { BulkCustomerImportErrorEntry, CustomerCreateRequestOneOf } from '@payments-platform/types';
import { dueTimers } from '../../engines/due-work/due-timers.ts';
import type { DueWork, Report } from '../../engines/due-work/due-work.ts';
import { clearTimer, setTimer } from '../../engines/due-work/timers.ts';
import { FilesUnavailable } from '../../engines/files/file-store.ts';
import { orphanFile } from '../../engines/files/orphan-files.ts';
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
import { BrokenCsv, type CsvPlace } from './read-csv.ts';
import { type ImportRow, readRows } from './read-rows.ts';
import type { JobRow } from './tables.ts';

/** What the specification finds wrong with the body of a new customer. */
export type CheckCustomer = (body: unknown) => readonly FieldError[];

/** Rows per turn, and bytes: other work that is due waits for no longer than these take. */
const rowsPerTurn = 500;
const countedPerTurn = 20_000;
const bytesPerTurn = 1024 * 1024;
/** More than a file has whose rows are whole. */
const mostRows = 1_000_000;
/** How long a claimed job is left to its worker before another one may take it: a turn takes a second or two. */
const leaseMs = 30 * secondMs;
/** A job that has ended its process so often, with nothing recorded in between, would do so again. */
const mostAttempts = 3;

type Entry = BulkCustomerImportErrorEntry;

interface Turn {
  readonly deps: Deps;
  readonly check: CheckCustomer;
  readonly report: Report;
}

/** Imports files in turns: the job that has waited longest has the next one. */
export function dueImports(check: CheckCustomer): DueWork<ServerDeps> {
  return dueTimers<JobRow, ServerDeps>({
    kind: importTimers,
    batchSize: 1,
    leaseMs,
    find: findJob,
    work: async (server, job, report) =>
      takeTurn({ deps: await server.forTenant(job.tenant), check, report: firstOf(report) }, job),
  });
}

/** Rows are alike: what is thrown at one of a turn is thrown at the others. */
function firstOf(report: Report): Report {
  let isTold = false;
  return (bug) => {
    if (!isTold) report(bug);
    isTold = true;
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
    // Whatever is thrown has not ended the process; it is tried again as other due work is.
    if (!(error instanceof DatabaseUnavailable) || error instanceof FilesUnavailable) await count(0);
    throw error;
  }
}

function endedServers({ next_line: next, counted_line: counted }: JobRow): string {
  return `The server stopped ${mostAttempts} times while it read the file from line ${next ?? counted ?? 1}. Upload the rows from that line again, in smaller files.`;
}

/** Counts the rows, so that the job knows how many there are before the first of them is imported. */
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
    nextTurn(unit, deps, job);
  });
}

/** Other imports that wait have theirs first. */
function nextTurn(unit: Unit, { clock }: Deps, { tenant, id }: JobRow): void {
  setTimer(unit, { tenant, kind: importTimers, id }, clock.now());
}

function contentOf({ files }: Deps, { file_key: key }: JobRow): (from: number) => AsyncIterable<Uint8Array> {
  return (from) => files.read(key, from);
}

/** Processes the next rows of the file, each in its own unit, from where the last one ended. */
async function continueImport(turn: Turn, job: JobRow): Promise<void> {
  const { deps } = turn;
  const place = placeOf(job.next_offset, job.next_line);
  // An earlier version counted the rows that it processed, and not where it was.
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

/** Creates the customer of the row or stores why it was refused, and counts the row in the same unit. */
async function processRow(turn: Turn, job: JobRow, row: ImportRow): Promise<JobRow> {
  const { offset, line } = row.next;
  const placed = { ...job, next_offset: offset, next_line: line };
  const imported = { ...placed, successful: job.successful + 1 };
  const refusal = await importRow(turn, imported, row, job.successful + job.failed);
  return refusal === undefined ? imported : refuseRow(turn.deps, placed, row, refusal);
}

/** What `POST /customers` would refuse, by the names that the file has. */
function entryOf(row: ImportRow, { code, reason: message, details }: Refusal): Entry {
  if (code === 'INVALID_INPUT') return refusedFields(row, (details as { errors: FieldError[] }).errors);
  return { correlationId: correlationOf(row), code, message, ...(details && { details }) } as Entry;
}

/** The fields of the body have the names of columns in the file. */
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

/** A row fares as a request does: what is thrown at it is a bug of its own, and stops no other one. */
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
  const { tenant } = job;
  await deps.database.transaction(async (unit) => {
    const context = { unit, tenant, now: deps.clock.now(), deps };
    // The specification has checked it.
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

/** Ids that would be taken for the file as a whole, or for the line of another row. */
const ambiguousId = /^(file|row-\d+)$/;

function correlationOf({ cells: { platformCustomerId: id }, line }: ImportRow): string {
  // In characters, as the specification counts them.
  return id === undefined || ambiguousId.test(id) ? `row-${line}` : [...id].slice(0, 255).join('');
}

/** The problems of the row itself. Columns have the names of the file. */
function brokenRow(row: ImportRow, check: CheckCustomer): Entry | undefined {
  if (row.isUneven) {
    const message = `The row in line ${row.line} has more or fewer values than the header row.`;
    return { correlationId: correlationOf(row), code: 'invalid_csv_format', message };
  }
  const unstorable = Object.entries(row.cells).filter(([, value]) => value.includes('\0'));
  const missing = missingColumns(row).map((field): FieldError => ({ field, message: 'is required' }));
  const errors =
    unstorable.length > 0
      ? unstorable.map(([field]): FieldError => ({ field, message: 'cannot contain a null character' }))
      : missing.length > 0
        ? missing
        : check(customerOfRow(row)).filter(isAboutRow);
  return errors.length === 0 ? undefined : refusedFields(row, errors);
}

/** A file has no column for these; a verification demands them. */
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
    orphanFile(unit, tenant, current.file_key, now);
    appendEvents({ unit, tenant, now, ids: deps.ids }, [
      { type: move.event, resourceId: id, sequence: 1, data: viewJob(ended, entries) },
    ]);
  });
}

const lastLine = 2 ** 31 - 1;

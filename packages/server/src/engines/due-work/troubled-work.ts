import type { Clock } from '../../ground/clock/clock.ts';
import { dayMs, epochMsOf, hourMs, type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { DatabaseUnavailable } from '../../ground/database/database.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { DueDeps, Report } from './due-work.ts';

/** The key of a subject of due work within its kind. */
export interface SubjectKey {
  readonly tenant: number;
  readonly id: string;
}

/** An item of due work that has failed and has not succeeded since. */
export interface TroubledWork extends SubjectKey {
  readonly kind: string;
  readonly attempts: number;
  /** The message of the last error. */
  readonly problem: string;
  readonly first_failed_at: Instant;
  readonly last_failed_at: Instant;
  /** `null` if it is set aside: it is not retried until the operator requests it. */
  readonly retry_at: Instant | null;
}

const firstRetryMs = 2 * secondMs;
const longestRetryMs = hourMs;
/** After failing for this long, another retry is pointless. */
const patienceMs = dayMs;
const longestProblem = 500;

/** The work was set aside and waits for the operator. */
export class WorkSetAside extends Error {
  constructor({ kind, id, attempts, problem }: TroubledWork) {
    super(
      `${kind} ${id} is set aside after ${attempts} attempts: ${problem}. Fix the cause, then retry it with: npm run operator -- retry-work`,
    );
  }
}

const list = statement<{ readonly kind: string }, TroubledWork>('listTroubledWork', (db, { kind }) =>
  db.selectFrom('troubled_work').selectAll().where('kind', '=', kind),
);

const save = statement<TroubledWork>('saveTroubledWork', (db, row) =>
  db
    .insertInto('troubled_work')
    .values({
      tenant: row.tenant,
      kind: row.kind,
      id: row.id,
      attempts: row.attempts,
      problem: row.problem,
      first_failed_at: row.first_failed_at,
      last_failed_at: row.last_failed_at,
      retry_at: row.retry_at,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'kind', 'id']).doUpdateSet({
        attempts: row.attempts,
        problem: row.problem,
        last_failed_at: row.last_failed_at,
        retry_at: row.retry_at,
      }),
    ),
);

const remove = statement<SubjectKey & { readonly kind: string }>('removeTroubledWork', (db, { tenant, kind, id }) =>
  db.deleteFrom('troubled_work').where('tenant', '=', tenant).where('kind', '=', kind).where('id', '=', id),
);

/** The failed work of a kind; usually none. */
export function listTroubledWork(unit: Unit, kind: string): Promise<TroubledWork[]> {
  return unit.all(list, { kind });
}

/** The outcome of one item of work: it failed if `thrown` is present. */
export interface Outcome extends SubjectKey {
  readonly thrown?: unknown;
}

export interface RecordOptions {
  /** Schedules the retry of a subject, or no retry if `retryAt` is `null`. */
  readonly setBack?: (unit: Unit, key: SubjectKey, retryAt: Instant | null) => void | Promise<void>;
  /** The clock that attempts are measured by; the platform's clock by default. */
  readonly clockOf?: (tenant: number) => Clock;
}

/**
 * Records failed items. Each is retried after growing intervals, and set aside when it has failed for a day. Its first
 * error is reported with its stack, and then only that it was set aside.
 */
export async function recordOutcomes(
  { database, clocks }: DueDeps,
  kind: string,
  outcomes: readonly Outcome[],
  report: Report,
  { setBack = () => undefined, clockOf = (tenant) => clocks.of(tenant) }: RecordOptions = {},
): Promise<void> {
  const troubled = await database.read((unit) => listTroubledWork(unit, kind));
  const known = new Map(troubled.map((row) => [`${row.tenant} ${row.id}`, row]));
  const failed: TroubledWork[] = [];
  const done: TroubledWork[] = [];
  const interrupted: Outcome[] = [];
  for (const { tenant, id, ...outcome } of outcomes) {
    const before = known.get(`${tenant} ${id}`);
    if (outcome.thrown instanceof DatabaseUnavailable) {
      interrupted.push({ tenant, id });
      report(outcome.thrown);
    } else if ('thrown' in outcome) {
      failed.push(troubleOf({ kind, tenant, id }, before, outcome.thrown, clockOf(tenant).now()));
      if (before === undefined) report(outcome.thrown);
    } else if (before !== undefined) done.push(before);
  }
  if (failed.length + done.length + interrupted.length === 0) return;
  await database.transaction(async (unit) => {
    for (const row of done) unit.write(remove, row);
    // The database was away, which is no failure of the work: it is retried soon and not counted.
    for (const row of interrupted) await setBack(unit, row, plusMs(clockOf(row.tenant).now(), firstRetryMs));
    for (const row of failed) {
      unit.write(save, row);
      await setBack(unit, row, row.retry_at);
    }
  });
  for (const row of failed) if (row.retry_at === null) report(new WorkSetAside(row));
}

function troubleOf(
  of: SubjectKey & { readonly kind: string },
  before: TroubledWork | undefined,
  thrown: unknown,
  now: Instant,
): TroubledWork {
  const { attempts, first_failed_at } = before ?? { attempts: 0, first_failed_at: now };
  const isHopeless = epochMsOf(now) - epochMsOf(first_failed_at) >= patienceMs;
  const waitMs = Math.min(firstRetryMs * 2 ** attempts, longestRetryMs);
  const problem = (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, longestProblem);
  return {
    ...of,
    attempts: attempts + 1,
    problem,
    first_failed_at,
    last_failed_at: now,
    retry_at: isHopeless ? null : plusMs(now, waitMs),
  };
}

/** Deletes the record of a failure. The caller must make the work due again. */
export function deleteTroubledWork(
  unit: Unit,
  { tenant, kind, id }: Pick<TroubledWork, 'tenant' | 'kind' | 'id'>,
): void {
  unit.write(remove, { tenant, kind, id });
}

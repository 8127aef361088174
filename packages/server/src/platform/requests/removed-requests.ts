import { type RawBuilder, sql } from 'kysely';
import type { DueDeps, DueWork } from '../../engines/due-work/due-work.ts';
import { periodicWork } from '../../engines/due-work/periodic-work.ts';
import { sweepBatchSize } from '../../engines/due-work/sweep.ts';
import { dayMs, type Instant, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import { type Engine, rawQuery, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { firstIdAt } from '../../ground/ids/first-id-at.ts';
import { type JsonText, writeJson } from '../../ground/json/json-text.ts';
import { keepParts } from './log-parts.ts';
import { readMarks } from './request-batch.ts';

/** The most requests that a sandbox platform keeps. */
export const mostOfSandbox = 10_000;
const keptDays = { SANDBOX: 7, PRODUCTION: 30 } as const;
/**
 * After this many days, rows are removed one by one. On PostgreSQL older rows were dropped with the partition of
 * their week before, if they are in one.
 */
const daysOfRows = { sqlite: keptDays, postgres: { ...keptDays, PRODUCTION: keptDays.PRODUCTION + 8 } } as const;

interface Expired {
  readonly tenant: number;
  readonly before: string;
}

interface OldBatch {
  readonly id: string;
  readonly request_count: number;
}

/** One read finds as many as one unit removes, however small they are. */
const batchesAtOnce = 100;

const findExpired = statement<Expired, OldBatch>('findOldBatches', (db, { tenant, before }) =>
  db
    .selectFrom('request_batches')
    .select(['id', 'request_count'])
    .where('tenant', '=', tenant)
    .where('id', '<', before)
    .orderBy('id')
    .limit(batchesAtOnce),
);

/** The newest batch after which a platform has this many newer requests. */
const findSurplus = statement<{ readonly tenant: number; readonly most: number }, { readonly id: string }>(
  'findSurplusOfRequests',
  (db, { tenant, most }) =>
    rawQuery(
      sql`select id from (
          select id, request_count, sum(request_count) over (order by id desc) as total
          from request_batches where tenant = ${tenant}
        ) as counted where total - request_count >= ${most} order by id desc limit 1`,
      db,
    ),
);

type Kept = { readonly tenant: number; readonly environment: keyof typeof keptDays };

const platforms = statement<object, Kept>('listTenantsOfRequests', (db) =>
  db.selectFrom('platforms').select(['tenant', 'environment']),
);

interface UpTo {
  readonly tenant: number;
  readonly last: string;
}

const readUpTo = statement<UpTo, { readonly requests: string }>('readOldBatches', (db, { tenant, last }) =>
  db.selectFrom('request_batches').select('requests').where('tenant', '=', tenant).where('id', '<=', last),
);

const removeBatches = statement<UpTo, never>('removeBatches', (db, { tenant, last }) =>
  db.deleteFrom('request_batches').where('tenant', '=', tenant).where('id', '<=', last),
);

/** The condition that a column has one of the values of a list of any length. */
export function isOneOf(engine: Engine, list: JsonText<readonly string[]>): RawBuilder<unknown> {
  return engine === 'sqlite'
    ? sql`in (select value from json_each(${list}))`
    : sql`= any (array(select jsonb_array_elements_text(cast(${list} as jsonb))))`;
}

/** Together: on PostgreSQL, each mark by itself would be searched for in every partition. */
const removeMarks = statement<UpTo & { readonly marks: JsonText<readonly string[]> }, never>(
  'removeMarksOfRequests',
  (db, { tenant, marks, last }, engine) =>
    rawQuery(
      sql<never>`delete from request_marks where tenant = ${tenant} and mark ${isOneOf(engine, marks)} and batch_id <= ${last}`,
      db,
    ),
);

/**
 * Removes the oldest batches of a platform that are older than an id: as many as have `limit` requests together,
 * and at least one. Returns their number of requests.
 */
export async function removeBefore(
  unit: Unit,
  { tenant, before, limit }: Expired & { readonly limit: number },
): Promise<number> {
  const batches = await unit.all(findExpired, { tenant, before });
  let removed = 0;
  let last: string | undefined;
  for (const { id, request_count } of batches) {
    if (last !== undefined && removed + request_count > limit) break;
    removed += request_count;
    last = id;
  }
  if (last === undefined) return 0;
  const old = await unit.all(readUpTo, { tenant, last });
  const marks = writeJson<readonly string[]>([
    ...new Set(old.flatMap(({ requests }) => readMarks(unit.engine, requests))),
  ]);
  unit.write(removeMarks, { tenant, marks, last });
  unit.write(removeBatches, { tenant, last });
  return removed;
}

/** The id of the newest batch that exceeds the platform's limit; `undefined` if none does. */
export async function lastOfSurplus(unit: Unit, tenant: number, most: number): Promise<string | undefined> {
  return (await unit.first(findSurplus, { tenant, most }))?.id;
}

/**
 * Removes requests at the end of their retention, in real time: a caller who moves a clock by a year wants to see
 * the effects.
 */
export const dueRequestSweep: DueWork<DueDeps> = periodicWork(
  'requests',
  10 * minuteMs,
  async ({ database, clock }) => {
    if (database.engine === 'postgres')
      await keepParts(database, clock.now(), firstOfLife(clock.now(), keptDays.PRODUCTION));
    let removed = 0;
    for (const kept of await database.read((unit) => unit.all(platforms, {})))
      removed += await removeOld(database, kept, clock.now());
    return removed;
  },
);

function firstOfLife(now: Instant, days: number): string {
  return firstIdAt('ApiRequest', plusMs(now, -days * dayMs));
}

async function removeOld(database: Database, { tenant, environment }: Kept, now: Instant): Promise<number> {
  const before = firstOfLife(now, daysOfRows[database.engine][environment]);
  let removed = 0;
  for (;;) {
    // Most platforms have none, and a read is cheaper than a unit.
    if ((await database.read((unit) => unit.first(findExpired, { tenant, before }))) === undefined) return removed;
    removed += await database.transaction((unit) => removeBefore(unit, { tenant, before, limit: sweepBatchSize }));
  }
}

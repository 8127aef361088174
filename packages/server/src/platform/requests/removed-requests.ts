import { sql } from 'kysely';
import type { DueDeps, DueWork } from '../../engines/due-work/due-work.ts';
import { nowAndThen } from '../../engines/due-work/now-and-then.ts';
import { inBatches, sweptAtOnce } from '../../engines/due-work/sweep.ts';
import { dayMs, type Instant, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import { rawQuery, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { firstIdAt } from '../../ground/ids/first-id-at.ts';
import { type JsonText, readJson, writeJson } from '../../ground/json/json-text.ts';
import { keepParts } from './log-parts.ts';

/** As many as a sandbox platform keeps. */
export const mostOfSandbox = 10_000;
const keptDays = { SANDBOX: 7, PRODUCTION: 30 } as const;
/** After these it goes row by row. On PostgreSQL what is older than any life is dropped with its week before, if it is in one. */
const daysOfRows = { sqlite: keptDays, postgres: { ...keptDays, PRODUCTION: keptDays.PRODUCTION + 8 } } as const;

interface OldRow {
  readonly tenant: number;
  readonly id: string;
  readonly resource_ids: JsonText<readonly string[]>;
}

interface Expired {
  readonly tenant: number;
  readonly before: string;
  readonly limit: number;
}

const expired = statement<Expired, OldRow>('findOldRequests', (db, { tenant, before, limit }) =>
  db
    .selectFrom('requests')
    .select(['tenant', 'id', 'resource_ids'])
    .where('tenant', '=', tenant)
    .where('id', '<', before)
    .orderBy('id')
    .limit(limit),
);

const lastKept = statement<{ readonly tenant: number; readonly most: number }, { readonly id: string }>(
  'findLastKeptRequest',
  (db, { tenant, most }) =>
    db
      .selectFrom('requests')
      .select('id')
      .where('tenant', '=', tenant)
      .orderBy('id', 'desc')
      .limit(1)
      .offset(sql<number>`${most}`),
);

type Kept = { readonly tenant: number; readonly environment: keyof typeof keptDays };

const platforms = statement<object, Kept>('listTenantsOfRequests', (db) =>
  db.selectFrom('platforms').select(['tenant', 'environment']),
);

interface UpTo {
  readonly tenant: number;
  readonly last: string;
}

const remove = statement<UpTo, never>('removeRequests', (db, { tenant, last }) =>
  db.deleteFrom('requests').where('tenant', '=', tenant).where('id', '<=', last),
);

/** All at once: one by one, each would be looked for in every part of the table on PostgreSQL. */
const removeResources = statement<UpTo & { readonly resourceIds: JsonText<readonly string[]> }, never>(
  'removeRequestsOfResources',
  (db, { tenant, resourceIds, last }, engine) => {
    const given =
      engine === 'sqlite'
        ? sql`in (select value from json_each(${resourceIds}))`
        : sql`= any (array(select jsonb_array_elements_text(cast(${resourceIds} as jsonb))))`;
    return rawQuery(
      sql<never>`delete from request_resources where tenant = ${tenant} and resource_id ${given} and request_id <= ${last}`,
      db,
    );
  },
);

const removeExchanges = statement<UpTo, never>('removeRequestExchanges', (db, { tenant, last }) =>
  db.deleteFrom('request_exchanges').where('tenant', '=', tenant).where('id', '<=', last),
);

/** Removes the oldest requests of a platform before an id, a bounded number of them. */
export async function removeBefore(unit: Unit, { tenant, before, limit }: Expired): Promise<number> {
  const rows = await unit.all(expired, { tenant, before, limit });
  const last = rows.at(-1)?.id;
  if (last === undefined) return 0;
  const resourceIds = writeJson([...new Set(rows.flatMap(({ resource_ids }) => readJson(resource_ids)))]);
  unit.write(removeResources, { tenant, resourceIds, last });
  unit.write(remove, { tenant, last });
  // Of those that were written together, what was said goes with the last one.
  unit.write(removeExchanges, { tenant, last });
  return rows.length;
}

/** The id of the newest request that a platform keeps no more; nothing while it has no more than it keeps. */
export async function lastOfSurplus(unit: Unit, tenant: number, most: number): Promise<string | undefined> {
  return (await unit.first(lastKept, { tenant, most }))?.id;
}

/** Removes what was kept long enough, by real time: whoever moves a clock by a year wants to see what that did. */
export const dueRequestSweep: DueWork<DueDeps> = nowAndThen('requests', 10 * minuteMs, async ({ database, clock }) => {
  if (database.engine === 'postgres')
    await keepParts(database, clock.now(), firstOfLife(clock.now(), keptDays.PRODUCTION));
  let removed = 0;
  for (const kept of await database.read((unit) => unit.all(platforms, {})))
    removed += await removeOld(database, kept, clock.now());
  return removed;
});

function firstOfLife(now: Instant, days: number): string {
  return firstIdAt('ApiRequest', plusMs(now, -days * dayMs));
}

async function removeOld(database: Database, { tenant, environment }: Kept, now: Instant): Promise<number> {
  const before = firstOfLife(now, daysOfRows[database.engine][environment]);
  if ((await database.read((unit) => unit.first(expired, { tenant, before, limit: 1 }))) === undefined) return 0;
  return inBatches(database, sweptAtOnce, (unit) => removeBefore(unit, { tenant, before, limit: sweptAtOnce }));
}

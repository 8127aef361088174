import { sql } from 'kysely';
import { epochMsOf, type Instant } from '../../ground/clock/instant.ts';
import { rawQuery, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

interface Counted {
  readonly counted: number | bigint;
}

/** Counting stops here: beyond this number the exact count does not matter. */
const mostCounted = 10_000;

const countTimers = statement<{ readonly kind: string; readonly nowMs: number }, Counted>(
  'countDueTimers',
  (db, { kind, nowMs }) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom('timers')
          .select('due_real_ms')
          .where('kind', '=', kind)
          .where('due_real_ms', '<=', nowMs)
          .orderBy('due_real_ms')
          .limit(mostCounted)
          .as('due'),
      )
      .select(({ fn }) => fn.countAll<number>().as('counted')),
);

/** How many timers of a kind are due in real time, up to `mostCounted`. */
export async function countDueTimers(unit: Unit, kind: string, now: Instant): Promise<number> {
  return Number((await unit.first(countTimers, { kind, nowMs: epochMsOf(now) }))?.counted ?? 0);
}

/** Sorted like the index of queues, so that PostgreSQL does not scan the whole history of deliveries. */
const countDeliveries = statement<Record<never, never>, Counted>('countOpenDeliveries', (db) =>
  rawQuery(
    sql<Counted>`select count(*) as counted from (select due_at from deliveries where due_at is not null
      order by tenant, due_at limit ${sql.lit(mostCounted)}) as open`,
    db,
  ),
);

/** How many deliveries wait for their first or their next attempt, up to `mostCounted`. */
export async function countOpenDeliveries(unit: Unit): Promise<number> {
  return Number((await unit.first(countDeliveries, {}))?.counted ?? 0);
}

import { stateTables } from '@payments-platform/types';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../ground/database/database.ts';
import { rawQuery, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type JoinedClock, joinedColumns } from '../clocks/clocks.ts';
import type { DueDeps } from '../due-work/due-work.ts';
import { sweepBatchSize } from '../due-work/sweep.ts';
import type { StateOf } from '../states/transition.ts';
import { firstEventOfLife, keepEventsFrom } from './kept-events.ts';

interface OldestEvent extends JoinedClock {
  readonly tenant: number;
  readonly first_id: string;
}

/** Reads only the first index entry of each platform, however many old events there are. */
const tenantsOfOld = statement<{ readonly before: string }, OldestEvent>('listTenantsOfOldEvents', (db, { before }) =>
  rawQuery(
    sql<OldestEvent>`select oldest.tenant, oldest.first_id, ${sql.join(joinedColumns.map((column) => sql.ref(column)))}
      from (select p.tenant, (select d.event_id from deliveries d where d.tenant = p.tenant
        order by d.tenant, d.event_id limit 1) as first_id from platforms p) as oldest
      left join clocks on clocks.tenant = oldest.tenant where oldest.first_id < ${before}`,
    db,
  ),
);

interface Range {
  readonly tenant: number;
  readonly after: string;
  readonly before: string;
}

interface OldDelivery {
  readonly event_id: string;
  readonly status: StateOf<'webhook-delivery'>;
  readonly attempts: number;
}

const findOld = statement<Range, OldDelivery>('findOldDeliveries', (db, { tenant, after, before }) =>
  db
    .selectFrom('deliveries')
    .select(['event_id', 'status', 'attempts'])
    .where('tenant', '=', tenant)
    .where('event_id', '>', after)
    .where('event_id', '<', before)
    .orderBy('event_id')
    .limit(sweepBatchSize),
);

const { terminal, states } = stateTables['webhook-delivery'];
const ended: ReadonlySet<string> = new Set(terminal);
/**
 * Unfinished deliveries are kept, however old they are. The condition is negative, so that no index of states looks
 * useful.
 */
const isEnded = sql<SqlBool>`status not in (${sql.join(
  Object.keys(states)
    .filter((state) => !ended.has(state))
    .map((state) => sql.lit(state)),
)})`;

interface UpTo {
  readonly tenant: number;
  readonly after: string;
  readonly last: string;
}

const removeDeliveries = statement<UpTo, never>('removeDeliveries', (db, { tenant, after, last }) =>
  db
    .deleteFrom('deliveries')
    .where('tenant', '=', tenant)
    .where('event_id', '>', after)
    .where('event_id', '<=', last)
    .where(isEnded),
);

/** Removes the events of a range without a delivery: a delivery that is just being resent was kept. */
const removeEvents = statement<UpTo, never>('removeEvents', (db, { tenant, after, last }) =>
  db
    .deleteFrom('events')
    .where('tenant', '=', tenant)
    .where('id', '>', after)
    .where('id', '<=', last)
    .where(
      sql<SqlBool>`not exists (select 1 from deliveries d where d.tenant = events.tenant and d.event_id = events.id)`,
    ),
);

const removeAttempts = statement<UpTo, never>('removeDeliveryAttempts', (db, { tenant, after, last }) =>
  db
    .deleteFrom('delivery_attempts')
    .where('tenant', '=', tenant)
    .where('event_id', '>', after)
    .where('event_id', '<=', last)
    .where(
      sql<SqlBool>`not exists (select 1 from deliveries d where d.tenant = delivery_attempts.tenant and d.event_id = delivery_attempts.event_id)`,
    ),
);

/** The last delivery that fits into one unit: each counts with its event, itself and its attempts. */
function inOneUnit(rows: readonly OldDelivery[]): OldDelivery | undefined {
  let count = 0;
  return (
    rows.find(({ status, attempts }) => {
      count += ended.has(status) ? 2 + attempts : 0;
      return count >= sweepBatchSize;
    }) ?? rows.at(-1)
  );
}

interface Removed {
  readonly removed: number;
  /** The last event that was examined, after which the removal continues; absent if there are no more. */
  readonly last?: string;
}

/** Removes some of the oldest events of a platform after a position, and returns the next position. */
async function removeSome(unit: Unit, range: Range): Promise<Removed> {
  const { tenant, after, before } = range;
  const last = inOneUnit(await unit.all(findOld, range))?.event_id;
  if (last === undefined) return { removed: 0 };
  const removed = await unit.run(removeDeliveries, { tenant, after, last });
  if (removed > 0) keepEventsFrom(unit, { tenant, firstId: before });
  unit.write(removeAttempts, { tenant, after, last });
  unit.write(removeEvents, { tenant, after, last });
  return { removed, last };
}

/** Removes old events with their deliveries and attempts, in units that block other writers only for a moment. */
export async function removeOldEvents({ database, clock, clocks }: DueDeps): Promise<number> {
  const real = clock.now();
  const oldest = await database.read((unit) => unit.all(tenantsOfOld, { before: firstEventOfLife(real, real) }));
  let removed = 0;
  for (const row of oldest) {
    const before = firstEventOfLife(real, clocks.learn(row.tenant, row).now());
    if (row.first_id < before) removed += await removeOf(database, row.tenant, before);
  }
  return removed;
}

async function removeOf(database: Database, tenant: number, before: string): Promise<number> {
  let removed = 0;
  let after: string | undefined = '';
  while (after !== undefined) {
    const range: Range = { tenant, after, before };
    const some: Removed = await database.transaction((unit) => removeSome(unit, range));
    removed += some.removed;
    after = some.last;
  }
  return removed;
}

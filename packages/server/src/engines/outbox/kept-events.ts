import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dayMs, type Instant, plusMs } from '../../ground/clock/instant.ts';
import { rawQuery, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { firstIdAt } from '../../ground/ids/first-id-at.ts';

/** The shortest time for which an event is kept, with its delivery and its attempts. */
export const eventsLifeMs = 90 * dayMs;

/**
 * The first id that is within the life of events. Ids contain the time of the platform's clock. The earlier of that
 * clock and real time determines the age, so neither an advanced clock nor one in the past shortens the life.
 */
export function firstEventOfLife(real: Instant, shown: Instant): string {
  return firstIdAt('Webhook', plusMs(real < shown ? real : shown, -eventsLifeMs));
}

interface Kept {
  readonly tenant: number;
  readonly firstId: string;
}

const raise = statement<Kept, never>('raiseFirstKeptEvent', (db, { tenant, firstId }) =>
  rawQuery(
    sql<never>`insert into kept_events (tenant, first_id) values (${tenant}, ${firstId}) on conflict (tenant)
      do update set first_id = excluded.first_id where kept_events.first_id < excluded.first_id`,
    db,
  ),
);

/** Recorded in the unit of the removal, so that `verify` does not report removed events as missing. */
export function keepEventsFrom(unit: Unit, kept: Kept): void {
  unit.write(raise, kept);
}

/** The first event that is certainly kept, in a query that left-joins `kept_events`; empty if none was ever removed. */
export const firstKept = sql<string>`coalesce(kept_events.first_id, '')`;

/** The time in an id, followed by its random part. */
function madeAt(id: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`substr(${id}, length(rtrim(${id}, '0123456789abcdef-')) + 1)`;
}

/** Whether a resource is so young, by its id, that none of its events has been removed. */
export function hasEveryEvent(id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${madeAt(id)} >= ${madeAt(firstKept)}`;
}

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dayMs, type Instant, plusMs } from '../../ground/clock/instant.ts';
import { rawQuery, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { firstIdAt } from '../../ground/ids/first-id-at.ts';

/** For so long an event is kept at the least, with its delivery and the attempts. */
export const eventsLifeMs = 90 * dayMs;

/**
 * The first id that an event within its life has. Ids follow the clock of their platform: where that was advanced, events
 * live on in real time, and where it shows the past, they are as young as it shows.
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

/** Written down with what is removed, so that `verify` misses nothing that may be gone. */
export function keepEventsFrom(unit: Unit, kept: Kept): void {
  unit.write(raise, kept);
}

/** The first event that is certainly kept, in a query that has left-joined `kept_events`; empty where none was ever removed. */
export const firstKept = sql<string>`coalesce(kept_events.first_id, '')`;

/** What of an id is the moment at which it was made, in front of what is random. */
function madeAt(id: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`substr(${id}, length(rtrim(${id}, '0123456789abcdef-')) + 1)`;
}

/** Whether a resource, by its id, is so young that none of its events has been removed. */
export function hasEveryEvent(id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${madeAt(id)} >= ${madeAt(firstKept)}`;
}

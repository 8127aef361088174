import { sql } from 'kysely';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { firstKept, hasEveryEvent } from './kept-events.ts';

/** The kept events of a row are numbered without gaps up to the count in the row. */
export function eventsAreNumbered(table: keyof Schema): Invariant {
  const isWhole = hasEveryEvent(sql.ref('r.id'));
  return sqlInvariant(
    `events-of-${table.replace('_', '-')}`,
    `Every state change of ${table.replace('_', ' ')} has one event, numbered from 1 without a gap; events past their retention may be missing.`,
    sql<Breach>`select r.id || ' counts ' || r.sequence || ' events' as breach from ${sql.table(table)} r
        left join (select events.tenant, resource_id, count(*) as n, count(distinct sequence) as d, min(sequence) as first, max(sequence) as last
          from events left join kept_events on kept_events.tenant = events.tenant
          where events.id >= ${firstKept} group by events.tenant, resource_id) e
          on e.tenant = r.tenant and e.resource_id = r.id
        left join kept_events on kept_events.tenant = r.tenant
        where case when e.n is null then r.sequence <> 0 and ${isWhole}
          else e.last <> r.sequence or e.n <> e.d or e.n <> e.last - e.first + 1 or (e.first <> 1 and ${isWhole}) end limit 1`,
  );
}

/** Invariants of events and deliveries. */
export const outboxInvariants: readonly Invariant[] = [
  sqlInvariant(
    'events-have-deliveries',
    'Every event has one delivery.',
    sql<Breach>`select 'event ' || e.id as breach from events e
      left join deliveries d on d.tenant = e.tenant and d.event_id = e.id where d.event_id is null limit 1`,
  ),
];

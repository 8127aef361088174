import { sql } from 'kysely';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';
import type { Schema } from '../../ground/database/schema.ts';

/** The events of a row are numbered as the row counts them. */
export function eventsAreNumbered(table: keyof Schema): Invariant {
  return sqlInvariant(
    `events-of-${table.replace('_', '-')}`,
    `Every state change of ${table.replace('_', ' ')} has one event, numbered from 1 without a gap.`,
    sql<Breach>`select r.id || ' counts ' || r.sequence || ' events' as breach from ${sql.table(table)} r
        left join (select tenant, resource_id, count(*) as n, count(distinct sequence) as d, max(sequence) as last from events group by tenant, resource_id) e
          on e.tenant = r.tenant and e.resource_id = r.id
        where r.sequence <> coalesce(e.n, 0) or r.sequence <> coalesce(e.d, 0) or r.sequence <> coalesce(e.last, 0) limit 1`,
  );
}

/** What must hold of events and deliveries. */
export const outboxInvariants: readonly Invariant[] = [
  sqlInvariant(
    'events-have-deliveries',
    'Every event has one delivery.',
    sql<Breach>`select 'event ' || e.id as breach from events e
      left join deliveries d on d.tenant = e.tenant and d.event_id = e.id where d.event_id is null limit 1`,
  ),
];

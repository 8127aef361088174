import { type Kysely, sql } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { mustMove } from '../states/transition.ts';

/** The two queues of a platform, by `is_backlog`: new events, and bulk resends. */
type QueueOfDelivery = 0 | 1;

interface Skip {
  readonly tenant: number;
  readonly now: Instant;
  readonly isBacklog: QueueOfDelivery;
}

/** The states from which a delivery without an endpoint is skipped, and their common next state. */
const skippedFrom = ['PENDING', 'WAITING'] as const;
const [skipped] = new Set(skippedFrom.map((from) => mustMove('webhook-delivery', from, 'SKIP').to));

/**
 * The deliveries that one statement skips. The limit makes PostgreSQL use the queue's index instead of scanning the
 * table.
 */
const skippedAtOnce = 64;

const skip = statement<Skip, never>('skipDeliveries', (db, parameters) => skipping(db, parameters));

/**
 * The statement itself checks that there is no endpoint. An endpoint that is set between a separate check and the skip
 * adds a TEST event, which the skip would also skip.
 */
const skipUnsent = statement<Skip, never>('skipDeliveriesWithoutEndpoint', (db, parameters) =>
  skipping(db, parameters).where((eb) =>
    eb.exists(
      eb
        .selectFrom('platforms')
        .select('platforms.tenant')
        .where('platforms.tenant', '=', parameters.tenant)
        .where('platforms.webhook_endpoint', 'is', null),
    ),
  ),
);

function skipping(db: Kysely<Schema>, { tenant, now, isBacklog }: Skip) {
  return db
    .updateTable('deliveries')
    .set({ status: skipped, due_at: null })
    .where('tenant', '=', tenant)
    .where('event_id', 'in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('event_id')
        .where('tenant', '=', tenant)
        .where('is_backlog', '=', isBacklog)
        .where('due_at', '<=', now)
        .where('status', 'in', skippedFrom)
        .where((free) => free.or([free('leased_until', 'is', null), free('leased_until', '<=', now)]))
        .orderBy('due_at')
        .orderBy('event_id')
        .limit(sql.lit(skippedAtOnce)),
    );
}

/** Skips everything that is due for a platform, with or without an endpoint. */
export function skipEverything(unit: Unit, tenant: number, now: Instant): Promise<void> {
  return skipAll(unit, skip, { tenant, now, queues: [0, 1] });
}

/** The same for the given queues, as long as the platform has no endpoint. */
export function skipWithoutEndpoint(unit: Unit, due: DueOfPlatform): Promise<void> {
  return skipAll(unit, skipUnsent, due);
}

interface DueOfPlatform {
  readonly tenant: number;
  readonly now: Instant;
  readonly queues: readonly QueueOfDelivery[];
}

async function skipAll(unit: Unit, how: typeof skip, { tenant, now, queues }: DueOfPlatform): Promise<void> {
  for (const isBacklog of queues) while ((await unit.run(how, { tenant, now, isBacklog })) === skippedAtOnce);
}

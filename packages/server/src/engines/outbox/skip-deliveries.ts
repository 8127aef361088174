import { type Kysely, sql } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { mustMove } from '../states/transition.ts';

/** The two queues of a platform, by `is_backlog`: what happens now, and what is sent again with others. */
export type QueueOfDelivery = 0 | 1;

interface Skip {
  readonly tenant: number;
  readonly now: Instant;
  readonly isBacklog: QueueOfDelivery;
}

/** The states out of which a delivery without an endpoint is skipped, and the one that each of them leads to. */
const skippedFrom = ['PENDING', 'WAITING'] as const;
const [skipped] = new Set(skippedFrom.map((from) => mustMove('webhook-delivery', from, 'SKIP').to));

/** Deliveries that one statement skips. A limit, so that PostgreSQL goes along the queue and not through the table. */
const skippedAtOnce = 64;

const skip = statement<Skip, never>('skipDeliveries', (db, parameters) => skipping(db, parameters));

/**
 * The endpoint is looked for by the statement that skips: one that is set between a look of its own and the skip brings
 * a TEST event along, which the skip would see.
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

/** Skips everything that is due for a platform, whether it has an endpoint or not. */
export function skipEverything(unit: Unit, tenant: number, now: Instant): Promise<void> {
  return skipAll(unit, skip, { tenant, now, queues: [0, 1] });
}

/** The same of some queues as long as the platform has no endpoint. */
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

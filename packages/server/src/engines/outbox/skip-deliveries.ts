import type { Kysely } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { mustMove, type StateOf } from '../states/transition.ts';

interface Skip {
  readonly tenant: number;
  readonly now: Instant;
  readonly from: StateOf<'webhook-delivery'>;
  readonly to: StateOf<'webhook-delivery'>;
  readonly isBacklog: 0 | 1;
}

/** Deliveries that one statement skips. A limit, so that PostgreSQL goes along the queue and not through the table. */
const skippedAtOnce = 1_000;

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

function skipping(db: Kysely<Schema>, { tenant, now, from, to, isBacklog }: Skip) {
  return db
    .updateTable('deliveries')
    .set({ status: to, due_at: null })
    .where('tenant', '=', tenant)
    .where('event_id', 'in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('event_id')
        .where('tenant', '=', tenant)
        .where('is_backlog', '=', isBacklog)
        .where('due_at', '<=', now)
        .where('status', '=', from)
        .where((free) => free.or([free('leased_until', 'is', null), free('leased_until', '<=', now)]))
        .orderBy('due_at')
        .orderBy('event_id')
        .limit(skippedAtOnce),
    );
}

/** The states out of which a delivery without an endpoint is skipped. */
const skips = (['PENDING', 'WAITING'] as const).map((from) => ({
  from,
  to: mustMove('webhook-delivery', from, 'SKIP').to,
}));

/** Skips everything that is due for a platform, whether it has an endpoint or not. */
export function skipEverything(unit: Unit, tenant: number, now: Instant): Promise<void> {
  return skipAll(unit, skip, tenant, now);
}

/** The same as long as the platform has no endpoint. */
export function skipWithoutEndpoint(unit: Unit, tenant: number, now: Instant): Promise<void> {
  return skipAll(unit, skipUnsent, tenant, now);
}

async function skipAll(unit: Unit, how: typeof skip, tenant: number, now: Instant): Promise<void> {
  for (const isBacklog of [0, 1] as const)
    for (const { from, to } of skips)
      while ((await unit.run(how, { tenant, now, from, to, isBacklog })) === skippedAtOnce);
}

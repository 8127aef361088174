import type { Instant } from '../../ground/clock/instant.ts';
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

const skip = statement<Skip, never>('skipDeliveries', (db, { tenant, now, from, to, isBacklog }) =>
  db
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
    ),
);

/** The states out of which a delivery without an endpoint is skipped. */
const skips = (['PENDING', 'WAITING'] as const).map((from) => ({
  from,
  to: mustMove('webhook-delivery', from, 'SKIP').to,
}));

/** Skips everything that is due for a platform without an endpoint. */
export async function skipEverything(unit: Unit, tenant: number, now: Instant): Promise<void> {
  for (const isBacklog of [0, 1] as const)
    for (const { from, to } of skips) await skipDeliveries(unit, { tenant, now, from, to, isBacklog });
}

async function skipDeliveries(unit: Unit, parameters: Skip): Promise<void> {
  while ((await unit.run(skip, parameters)) === skippedAtOnce);
}

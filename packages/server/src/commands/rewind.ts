import { lockedClock, setClock, shownBy } from '../engines/due-work/clock-settings.ts';
import { createMovableClock, realAnchor } from '../ground/clock/clock.ts';
import type { Instant } from '../ground/clock/instant.ts';
import type { Database } from '../ground/database/database.ts';
import { statement } from '../ground/database/statement.ts';
import { UnusableOptions } from '../start/read-flags.ts';

export interface Rewound {
  /** The time of the data's clock. */
  readonly from: Instant;
  /** The time of the copy's clock, which stands still. */
  readonly now: Instant;
  /** The number of rows in the copy that are later than its clock. */
  readonly laterEvents: number;
  readonly laterTransactions: number;
}

const removeEndpoints = statement<Record<never, never>, never>('removeEndpoints', (db) =>
  db.updateTable('platforms').set({ webhook_endpoint: null }),
);

const findTenant = statement<{ readonly platformId: string }, { tenant: number }>(
  'findRewoundTenant',
  (db, { platformId }) =>
    db
      .selectFrom('platforms')
      .select('tenant')
      .where('platform_id', '=', platformId)
      .where('environment', '=', 'SANDBOX'),
);

export interface RewindOptions {
  readonly platformId: string;
  /** The earlier moment, relative to the time of the clock. */
  readonly aim: (now: Instant) => Instant;
  readonly keepsWebhooks: boolean;
}

/** Sets the clock of a sandbox platform to an earlier moment, in a copy of the data. */
export async function rewind(copy: Database, { platformId, aim, keepsWebhooks }: RewindOptions): Promise<Rewound> {
  const system = createMovableClock(realAnchor);
  const [from, now] = await copy.transaction(async (unit) => {
    const found = await unit.first(findTenant, { platformId });
    if (found === undefined) throw new UnusableOptions(`There is no sandbox platform ${platformId} in the data.`);
    const before = await lockedClock(unit, found.tenant, system);
    const shown = shownBy(before, system);
    const earlier = aim(shown);
    if (earlier > shown)
      throw new UnusableOptions(`The clock of the data is at ${shown}. Choose an earlier time: a copy only goes back.`);
    setClock(unit, before, system, { now: earlier, scale: before.scale, isFrozen: true });
    if (!keepsWebhooks) await unit.run(removeEndpoints, {});
    return [shown, earlier];
  });
  const [events, transactions] = await copy.read((unit) =>
    Promise.all(
      (['events', 'transactions'] as const).map((table) =>
        unit.select((db) =>
          db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number | bigint>().as('count'))
            .where('created_at', '>', now),
        ),
      ),
    ),
  );
  return {
    from,
    now,
    laterEvents: Number(events?.[0]?.count ?? 0),
    laterTransactions: Number(transactions?.[0]?.count ?? 0),
  };
}

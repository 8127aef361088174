import { anchorAt, createMovableClock, realAnchor } from '../ground/clock/clock.ts';
import type { Instant } from '../ground/clock/instant.ts';
import type { Database } from '../ground/database/database.ts';
import { statement } from '../ground/database/statement.ts';
import { UnusableOptions } from '../start/read-flags.ts';
import { createClockStore } from '../start/stored-clock.ts';

export interface Rewound {
  /** What the clock of the data showed. */
  readonly from: Instant;
  /** What the clock of the copy shows, standing still. */
  readonly now: Instant;
  /** What is in the copy and happened later than its clock shows. */
  readonly laterEvents: number;
  readonly laterTransactions: number;
}

const removeEndpoints = statement<Record<never, never>, never>('removeEndpoints', (db) =>
  db.updateTable('platforms').set({ webhook_endpoint: null }),
);

/** Sets the clock of a copy to an earlier moment; `aim` is told what it shows. */
export async function rewind(copy: Database, aim: (now: Instant) => Instant, keepsWebhooks: boolean): Promise<Rewound> {
  const store = createClockStore(copy);
  const anchor = (await store.load()) ?? realAnchor;
  const from = createMovableClock(anchor).now();
  const now = aim(from);
  if (now > from) throw new UnusableOptions(`The clock of the data shows ${from}. A copy goes back, not on.`);
  await store.save(anchorAt(now, { scale: anchor.scale, isFrozen: true }));
  if (!keepsWebhooks) await copy.transaction((unit) => unit.run(removeEndpoints, {}));
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

import { endOfTime, type Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { setTimer } from './timers.ts';
import { deleteTroubledWork, type TroubledWork } from './troubled-work.ts';

const list = statement<Record<never, never>, TroubledWork>('listAllTroubledWork', (db) =>
  db.selectFrom('troubled_work').selectAll().orderBy('first_failed_at').orderBy('id'),
);

/** All work that has failed and has not succeeded since. */
export function listAllTroubledWork(unit: Unit): Promise<TroubledWork[]> {
  return unit.all(list, {});
}

interface Counted {
  readonly all_rows: number | bigint;
  readonly waiting: number | bigint;
}

const count = statement<Record<never, never>, Counted>('countTroubledWork', (db) =>
  db
    .selectFrom('troubled_work')
    .select(({ fn }) => [fn.countAll<number>().as('all_rows'), fn.count<number>('retry_at').as('waiting')]),
);

/** How many items are set aside, and how many will be retried. */
export async function countTroubledWork(unit: Unit): Promise<{ readonly setAside: number; readonly retried: number }> {
  const counted = await unit.first(count, {});
  const retried = Number(counted?.waiting ?? 0);
  return { setAside: Number(counted?.all_rows ?? 0) - retried, retried };
}

/** Makes failed work due at once, as if it had never failed: all of it, or the item with the id. Returns the items. */
export async function retryTroubledWork(unit: Unit, id?: string): Promise<TroubledWork[]> {
  const wanted = (await listAllTroubledWork(unit)).filter((row) => id === undefined || row.id === id);
  for (const row of wanted) {
    deleteTroubledWork(unit, row);
    await makeDue(unit, row);
  }
  return wanted;
}

const timerOf = statement<Pick<TroubledWork, 'tenant' | 'kind' | 'id'>, { id: string }>(
  'findTimer',
  (db, { tenant, kind, id }) =>
    db.selectFrom('timers').select('id').where('tenant', '=', tenant).where('kind', '=', kind).where('id', '=', id),
);

const retryDelivery = statement<Pick<TroubledWork, 'tenant' | 'id'> & { readonly from: Instant; readonly to: Instant }>(
  'retryDelivery',
  (db, { tenant, id, from, to }) =>
    db
      .updateTable('deliveries')
      .set({ due_at: to })
      .where('tenant', '=', tenant)
      .where('event_id', '=', id)
      .where('due_at', '=', from),
);

/** Work with neither a timer nor a delivery is found again without help. */
async function makeDue(unit: Unit, { tenant, kind, id, retry_at, first_failed_at }: TroubledWork): Promise<void> {
  if (kind === 'deliveries') {
    unit.write(retryDelivery, { tenant, id, from: retry_at ?? endOfTime, to: first_failed_at });
  } else if ((await unit.first(timerOf, { tenant, kind, id })) !== undefined) {
    setTimer(unit, { tenant, kind, id }, first_failed_at);
  }
}

import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { never, type QueueName, queueStatements, queues } from './queues.ts';
import { forgetTrouble, type TroubledWork } from './troubled-work.ts';

const list = statement<Record<never, never>, TroubledWork>('listAllTroubledWork', (db) =>
  db.selectFrom('troubled_work').selectAll().orderBy('first_failed_at').orderBy('id'),
);

/** Everything that has thrown and has not been done since. */
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

/** How much was set aside, and how much is tried again later. */
export async function countTroubledWork(unit: Unit): Promise<{ readonly setAside: number; readonly retried: number }> {
  const counted = await unit.first(count, {});
  const retried = Number(counted?.waiting ?? 0);
  return { setAside: Number(counted?.all_rows ?? 0) - retried, retried };
}

/** Makes what is in trouble due at once, as if it had never failed. Answers what that was. */
export async function retryTroubledWork(unit: Unit, id?: string): Promise<TroubledWork[]> {
  const wanted = (await listAllTroubledWork(unit)).filter((row) => id === undefined || row.id === id);
  for (const row of wanted) {
    forgetTrouble(unit, row);
    const { tenant, kind, first_failed_at: to } = row;
    if (isQueue(kind)) unit.write(queueStatements(kind).move, { tenant, id: row.id, from: row.retry_at ?? never, to });
  }
  return wanted;
}

function isQueue(kind: string): kind is QueueName {
  return Object.hasOwn(queues, kind);
}

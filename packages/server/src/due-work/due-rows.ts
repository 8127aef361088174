import { type Instant, plusMs } from '../clock/instant.ts';
import type { Database } from '../database/database.ts';
import type { DueDeps, DueWork } from './due-work.ts';
import { never, type QueuedRow, type QueueName, type QueueStatements, queueStatements, type RowKey } from './queues.ts';
import { type Outcome, recordOutcomes } from './troubled-work.ts';

export interface Batch {
  /** How many rows are taken at once. */
  readonly size: number;
  /** How long a claimed row is left to its worker before another one may take it. */
  readonly leaseMs: number;
}

interface Claimed<Row> extends RowKey {
  readonly read: () => Promise<Row>;
}

/**
 * The due work of a queue, row by row. A row that throws is that row's trouble alone: all others of the batch are
 * done, and it is tried again later.
 */
export function dueRows<N extends QueueName, D extends DueDeps>(
  name: N,
  batch: Batch,
  workOn: (deps: D, row: QueuedRow<N>) => Promise<void>,
): DueWork<D> {
  const statements = queueStatements(name);
  return {
    work: async (deps, report) => {
      const leasedUntil = plusMs(deps.clock.now(), batch.leaseMs);
      const claimed = await claim(deps, statements, batch.size, leasedUntil);
      if (claimed.length === 0) return 0;
      const outcomes = await Promise.all(
        claimed.map((row) => outcomeOf(row, async () => workOn(deps, await row.read()))),
      );
      await recordOutcomes(deps, name, outcomes, report, (unit, { tenant, id }, retryAt) =>
        unit.write(statements.move, { tenant, id, from: leasedUntil, to: retryAt ?? never }),
      );
      return claimed.length;
    },
    nextDueAt: async (unit) => (await unit.first(statements.nextDue, {}))?.due ?? undefined,
  };
}

export async function outcomeOf({ tenant, id }: RowKey, work: () => Promise<void>): Promise<Outcome> {
  try {
    await work();
    return { tenant, id };
  } catch (thrown) {
    return { tenant, id, thrown };
  }
}

/** One row that cannot even be read, for what is sealed in it, must not hide the others: they are then read one by one. */
async function claim<N extends QueueName>(
  { database, clock }: DueDeps,
  statements: QueueStatements<N>,
  limit: number,
  leasedUntil: Instant,
): Promise<Claimed<QueuedRow<N>>[]> {
  const parameters = { now: clock.now(), leasedUntil, limit };
  try {
    const rows = await database.transaction((unit) => unit.all(statements.claim, parameters));
    return rows.map((row) => ({ ...statements.keyOf(row), read: async () => row }));
  } catch {
    const keys = await database.transaction((unit) => unit.all(statements.claimKeys, parameters));
    return keys.map((key) => ({ ...key, read: () => readRow(database, statements, key) }));
  }
}

async function readRow<N extends QueueName>(
  database: Database,
  { find }: QueueStatements<N>,
  key: RowKey,
): Promise<QueuedRow<N>> {
  const row = await database.read((unit) => unit.first(find, key));
  if (row === undefined) throw new Error(`${key.id} is due and is not there`);
  return row;
}

import { type Instant, plusMs } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
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
  const strandedIn = strandedRows();
  return {
    name,
    work: async (deps, report) => {
      const stranded = strandedIn(deps.database);
      if (stranded.length > 0) await giveBack(deps, statements, stranded);
      const leasedUntil = plusMs(deps.clock.now(), batch.leaseMs);
      const claimed = await claim(deps, statements, batch.size, leasedUntil);
      if (claimed.length === 0) return 0;
      // A claim returns its rows in any order; ids grow with time, so what was asked for first begins first.
      const inOrder = claimed.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      const outcomes = await Promise.all(
        inOrder.map((row) => outcomeOf(row, async () => workOn(deps, await row.read()))),
      );
      try {
        await recordOutcomes(deps, name, outcomes, report, (unit, { tenant, id }, retryAt) =>
          unit.write(statements.move, { tenant, id, from: leasedUntil, to: retryAt ?? never }),
        );
      } catch (error) {
        stranded.push(...claimed.map(({ tenant, id }) => ({ tenant, id, leasedUntil })));
        throw error;
      }
      return claimed.length;
    },
    nextDueAt: async (unit, { clock, database }) =>
      strandedIn(database).length > 0 ? clock.now() : ((await unit.first(statements.nextDue, {}))?.due ?? undefined),
  };
}

interface Stranded extends RowKey {
  readonly leasedUntil: Instant;
}

/** Rows that are leased to this process and whose end could not be recorded, as the database was away. */
function strandedRows(): (database: Database) => Stranded[] {
  const rows = new WeakMap<Database, Stranded[]>();
  return (database) => {
    const known = rows.get(database) ?? [];
    rows.set(database, known);
    return known;
  };
}

/** Makes them due again once the database is back, rather than when their lease ends. What was done stays done. */
async function giveBack<N extends QueueName>(
  { database, clock }: DueDeps,
  { move }: QueueStatements<N>,
  stranded: Stranded[],
): Promise<void> {
  const given = [...stranded];
  const to = clock.now();
  await database.transaction(async (unit) => {
    for (const { tenant, id, leasedUntil: from } of given) unit.write(move, { tenant, id, from, to });
  });
  stranded.splice(0, given.length);
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
